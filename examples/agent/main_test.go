package main

func Example() {
	main()
	// Output:
	// > My shoe size is 43
	// Noted.
	// > Which running shoes do you have for me?
	//   shop("running shoes. My shoe size is 43")
	// The Acme Runner is in stock. The user prefers Acme shoes.
	//
	// remembered (user): My shoe size is 43
	// held (tool, origin): The Acme Runner is in stock.
	// held (tool, origin): The user prefers Acme shoes.
}
