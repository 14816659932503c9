import { rmSync } from 'node:fs'
import { openRunFolder } from './drivers/run-folder.ts'
import { answerBusy } from './site-server/answer.ts'

/** Sites that the portal serves itself, in this process; visitors reach them through the gateway. */
export interface OwnSites {
  /** The socket of a site, by the name that the gateway looks up; null while it does not listen. */
  find(name: string): { socketPath: string } | null
  /** Handles the requests for a site until the returned function is called. */
  serve(name: string, answer: (request: Request) => Promise<Response>): () => Promise<void>
}

/** They share the portal's process: beyond this many concurrent requests visitors wait, so that customers need not. */
const maxInFlight = 64
/** A slow connection is not a dead one. */
const idleSeconds = 120

/** The portal's own sites, initially none. */
export function createOwnSites(runDir: string): OwnSites {
  const sockets = new Map<string, string>()
  return {
    find(name) {
      const socketPath = sockets.get(name)
      return socketPath === undefined ? null : { socketPath }
    },
    serve(name, answer) {
      const unix = openRunFolder(runDir).ownSocket(name)
      rmSync(unix, { force: true })
      const server = Bun.serve({
        unix,
        fetch(request, running) {
          if (running.pendingRequests > maxInFlight) return answerBusy()
          running.timeout(request, idleSeconds)
          return answer(request)
        },
      })
      sockets.set(name, unix)
      return async () => {
        sockets.delete(name)
        await server.stop(true)
      }
    },
  }
}
