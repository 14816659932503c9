import { createLiveHub } from './live-hub.ts'
import { baseOfWorker } from './worker-name.ts'

// A shared worker: every tab of the browser that is about the same account talks to the same one, whose name says which that is.
// A bundle of its own, see `scripts/build/bundle.ts`.
const hub = createLiveHub({ base: baseOfWorker(self.name) })
setInterval(hub.pulse, hub.pulseMs)

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) port.onmessage = ({ data }) => hub.hear(port, data)
})
