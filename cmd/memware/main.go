// Command memware is the operator's tool of the memory library: it checks
// configurations and measures memories. Run memware --help for its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], cli.Console())
	stop()
	os.Exit(code)
}
