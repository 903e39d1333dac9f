package main

func Example() {
	main()
	// Output:
	// > I am allergic to peanuts
	// Anything.
	//   (4 model calls, 1 read, 1 write)
	// > What may I order, with my allergy?
	// Not the satay, as you said: I am allergic to peanuts
	//   (4 model calls, 1 read, 1 write)
}
