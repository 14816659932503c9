import type { Feature } from '#server/feature.ts'
import { inboxHttp } from './http/inbox.ts'
import { inboxRoutes } from './http/routes.ts'
import { createMessageReader, type MessageReader } from './reading/message-reader.ts'
import { messageProcedures } from './router.ts'

declare module '#server/context.ts' {
  interface Deps {
    messageReader: MessageReader
  }
}

/** The web inbox: reads, files, searches and writes messages. */
export const inbox = {
  name: 'inbox',
  procedures: { email: messageProcedures },
  open: () => ({ messageReader: createMessageReader() }),
  http: { area: 'email', routes: inboxRoutes, mount: inboxHttp },
  close: ({ messageReader }) => messageReader.close(),
} satisfies Feature
