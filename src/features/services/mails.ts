import type { Sender, Template } from '#features/mail/template.ts'

type Notice = { id: string; name: string; reason: 'ended' | 'memory' | 'start' }

const causes: Record<Notice['reason'], string> = {
  ended: 'its process ended unexpectedly',
  memory: 'it used more memory than its plan allows',
  start: 'it could not be started',
}

const openServer = ({ origin }: Sender, { id }: Notice) => ({
  label: 'Open the server',
  url: `${origin}/server-management/${id}`,
})

/** Sent when a crashed web server will not restart automatically. */
export const serverStopped =
  (server: Notice): Template =>
  (from) => ({
    kind: 'service.stopped',
    relatedId: server.id,
    subject: 'Your web server has stopped',
    paragraphs: [
      `The web server of ${server.name} has stopped: ${causes[server.reason]}. It will not restart automatically.`,
      'Its files are safe. You can start it again on the server page.',
    ],
    action: openServer(from, server),
  })

/** Sent when a web server was restarted because it exceeded its plan's memory. */
export const serverRestarted =
  (server: Notice): Template =>
  (from) => ({
    kind: 'service.restarted',
    relatedId: server.id,
    subject: 'Your web server was restarted',
    paragraphs: [
      `The web server of ${server.name} was restarted: ${causes[server.reason]}.`,
      'If this happens again, consider a plan with more memory. Your files are safe.',
    ],
    action: openServer(from, server),
  })
