import type { Hono } from 'hono'
import type { Deps } from './context.ts'
import type { RequestEnv } from './http/transport.ts'

const scriptPath = '/api/dev/reload.js'
const eventsPath = '/api/dev/events'

// The page's policy admits only scripts served by the portal, so this one is a file and not inline.
const script = `let known
new EventSource('${eventsPath}').onmessage = ({ data }) => {
  if (known && known !== data) location.reload()
  known = data
}
`

/** Development only: adds a script to pages that reloads them once the portal has restarted. */
export function mountReload(app: Hono<RequestEnv>, { events, startedAt }: Deps): void {
  app.use(async (c, next) => {
    // The page is changed below, so it must not be compressed.
    c.req.raw.headers.delete('accept-encoding')
    await next()
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return
    const html = await c.res.text()
    c.res = new Response(`${html}<script src="${scriptPath}" async></script>`, c.res)
  })
  app.get(scriptPath, (c) => c.text(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get(eventsPath, () => {
    let forget = () => {}
    const stream = new ReadableStream<string>({
      start(controller) {
        forget = events.subscribe(
          () => {},
          () => controller.close(),
        )
        controller.enqueue(`retry: 300\ndata: ${startedAt.getTime()}\n\n`)
      },
      cancel: () => forget(),
    })
    return new Response(stream.pipeThrough(new TextEncoderStream()), {
      headers: { 'content-type': 'text/event-stream' },
    })
  })
}
