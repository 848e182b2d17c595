package cli_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/winnow-news/winnow/bus/embedded"
)

// serveNATS is the command "nats PORT DIR": a NATS server with JetStream, until
// it is interrupted.
func serveNATS() {
	port, err := strconv.Atoi(os.Args[1])
	fail(err)
	cfg := embedded.DefaultConfig(os.Args[2])
	cfg.Port = port
	server, err := embedded.Start(cfg)
	fail(err)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	<-interrupted
	// Tests end it with what they wrote: nothing is waited for.
	_ = server
}

// serveBareNATS is the command "barenats PORT": as much of a NATS server
// without JetStream as a client needs to find out.
func serveBareNATS() {
	l, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	fail(err)
	for {
		conn, err := l.Accept()
		fail(err)
		go bareNATS(conn)
	}
}

// bareNATS answers every request with "no responders", as a server does on
// subjects to which nobody has subscribed.
func bareNATS(conn net.Conn) {
	defer conn.Close()
	fmt.Fprintf(conn, "INFO {\"server_id\":\"x\",\"version\":\"2.10.0\",\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n")
	sid := ""
	for in := bufio.NewScanner(conn); in.Scan(); {
		words := strings.Fields(in.Text())
		switch {
		case len(words) == 0:
		case words[0] == "PING":
			fmt.Fprint(conn, "PONG\r\n")
		case words[0] == "SUB":
			sid = words[len(words)-1]
		case (words[0] == "PUB" || words[0] == "HPUB") && len(words) > 3:
			fmt.Fprintf(conn, "HMSG %s %s 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", words[2], sid)
		}
	}
}

// serveNonsense is the command "notredis PORT": a server that speaks another
// language.
func serveNonsense() {
	l, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	fail(err)
	for {
		conn, err := l.Accept()
		fail(err)
		fmt.Fprint(conn, "HTTP/1.1 400 Bad Request\r\n\r\n")
		conn.Close()
	}
}
