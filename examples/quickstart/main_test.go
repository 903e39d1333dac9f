package main

func Example() {
	main()
	// Output:
	// > I prefer meetings at 2pm
	// I know nothing yet.
	// > Actually, 11am works better for meetings
	// I know: I prefer meetings at 2pm
	// > When do I like to have meetings?
	// I know: Actually, 11am works better for meetings
}
