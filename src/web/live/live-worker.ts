import { createLiveHub } from './live-hub.ts'

// A shared worker: every tab of the browser talks to the same one. A bundle of its own, see `scripts/bundle.ts`.
const hub = createLiveHub()
setInterval(hub.pulse, hub.pulseMs)

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) port.onmessage = ({ data }) => hub.hear(port, data)
})
