import { composeMail, greet, type Recipient } from '#shared/mail.ts'

/** Sent when a service became active. */
export const serviceActivated = (
  to: Recipient,
  from: { companyName: string; origin: string },
  planName: string,
) => ({
  kind: 'service.activated',
  subject: 'Your account is active',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [`${planName} is ready. You can manage your servers, domains, mail and files now.`],
    action: { label: 'Open your dashboard', url: `${from.origin}/dashboard` },
  }),
})

type Notice = { id: string; name: string; reason: 'ended' | 'memory' | 'start' }

const causes: Record<Notice['reason'], string> = {
  ended: 'its process ended unexpectedly',
  memory: 'it used more memory than its plan has',
  start: 'it could not be started',
}

const openServer = ({ origin }: { origin: string }, { id }: Notice) => ({
  label: 'Open the server',
  url: `${origin}/server-management/${id}`,
})

/** Sent when a web server crashed and is not started again by itself. */
export const serverStopped = (
  to: Recipient,
  from: { companyName: string; origin: string },
  server: Notice,
) => ({
  kind: 'service.stopped',
  subject: 'Your web server has stopped',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `The web server of ${server.name} has stopped: ${causes[server.reason]}. It is not restarted automatically any more.`,
      'Its files are unharmed. You can start it again on the page of the server.',
    ],
    action: openServer(from, server),
  }),
})

/** Sent when a web server was started anew because it took more memory than its plan has. */
export const serverRestarted = (
  to: Recipient,
  from: { companyName: string; origin: string },
  server: Notice,
) => ({
  kind: 'service.restarted',
  subject: 'Your web server was restarted',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `The web server of ${server.name} was restarted: ${causes[server.reason]}.`,
      'If this happens again, a plan with more memory helps. Your files are unharmed.',
    ],
    action: openServer(from, server),
  }),
})
