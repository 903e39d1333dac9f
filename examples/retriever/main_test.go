package main

func Example() {
	main()
	// Output:
	// The code of the back door is 2222.
	// 1. The code of the back door is 2222 (user, key "door.code")
	// 2. The back door sticks in winter (user, key "")
}
