package main

func Example() {
	main()
	// Output:
	// day 1
	// > I am allergic to peanuts
	// In the buffer: 0. In the memory: [].
	// > Good morning!
	// In the buffer: 1. In the memory: ["I am allergic to peanuts"].
	// > What could I cook tonight?
	// In the buffer: 1. In the memory: ["I am allergic to peanuts"].
	// day 2
	// > Am I allergic to anything?
	// In the buffer: 0. In the memory: ["I am allergic to peanuts"].
}
