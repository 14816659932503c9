import { createLiveHub } from './live-hub.ts'
import { baseOfWorker } from './worker-name.ts'

// A shared worker: all tabs about the same account talk to the same worker, whose name identifies the account.
// Bundled separately, see `scripts/build/bundle.ts`.
const hub = createLiveHub({ base: baseOfWorker(self.name) })
setInterval(hub.pulse, hub.pulseMs)

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) port.onmessage = ({ data }) => hub.hear(port, data)
})
