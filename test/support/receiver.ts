type Got = { headers: Headers; body: string }

/** A receiver on a free port of loopback, which records requests and answers as set. */
export function startReceiver(
  answer: (request: Request) => Response | Promise<Response> = () => new Response('thanks'),
) {
  const got: Got[] = []
  let respond = answer
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      got.push({ headers: request.headers, body: await request.clone().text() })
      return respond(request)
    },
  })
  return {
    got,
    url: `http://127.0.0.1:${server.port}/hook`,
    answerWith(next: typeof answer) {
      respond = next
    },
    close: () => server.stop(true),
  }
}
