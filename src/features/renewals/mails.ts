import type { Template } from '#features/mail/template.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'

/** Subject of a mail: a service or a domain, the unpaid invoice, and the date of the consequence. */
export type Notice = {
  name: string
  isDomain: boolean
  invoiceId: string
  number: string
  duePaise: number
  dueAt: Date
  /** When the service is suspended, or the domain expires, without a payment. */
  deadline: Date
}

const linkTo = (origin: string, { invoiceId }: Pick<Notice, 'invoiceId'>) => ({
  label: 'View and pay the invoice',
  url: `${origin}/profile/billing?invoice=${invoiceId}`,
})

const amountOf = ({ duePaise }: Notice) => formatAmount(toRupees(duePaise))

const consequence = ({ isDomain, deadline }: Notice) =>
  isDomain ? `it will expire on ${formatDate(deadline)}` : `it will be suspended on ${formatDate(deadline)}`

/** Sent before an invoice is due. */
export const renewalDue =
  (notice: Notice): Template =>
  ({ origin }) => ({
    kind: 'renewal.reminder',
    relatedId: notice.invoiceId,
    subject: `${notice.name}: invoice ${notice.number} is due on ${formatDate(notice.dueAt)}`,
    paragraphs: [
      `${amountOf(notice)} for ${notice.name} is due by ${formatDate(notice.dueAt)}.`,
      'If you have already paid, ignore this email.',
    ],
    action: linkTo(origin, notice),
  })

/** Sent before the consequence of an overdue invoice. */
export const finalWarning =
  (notice: Notice): Template =>
  ({ origin }) => ({
    kind: 'renewal.warning',
    relatedId: notice.invoiceId,
    subject: `${notice.name} ${notice.isDomain ? 'expires' : 'will be suspended'} unless its invoice is paid`,
    paragraphs: [
      `Invoice ${notice.number} for ${amountOf(notice)} is overdue. Unless it is paid, ${consequence(notice)}.`,
      'If you have already paid, ignore this email.',
    ],
    action: linkTo(origin, notice),
  })

/** Sent when a service is suspended because its renewal was not paid. */
export const suspended =
  (notice: Notice, endsAt: Date): Template =>
  ({ origin }) => ({
    kind: 'renewal.suspended',
    relatedId: notice.invoiceId,
    subject: `${notice.name} is suspended`,
    paragraphs: [
      `Invoice ${notice.number} for ${amountOf(notice)} was not paid, so ${notice.name} is suspended. Your data is safe.`,
      `We reactivate it as soon as the invoice is paid. Otherwise it ends on ${formatDate(endsAt)}.`,
    ],
    action: linkTo(origin, notice),
  })

/** Sent when a domain has expired because its renewal was not paid. */
export const domainExpired =
  (notice: Notice): Template =>
  ({ origin }) => ({
    kind: 'renewal.domain-expired',
    relatedId: notice.invoiceId,
    subject: `${notice.name} has expired`,
    paragraphs: [
      `Invoice ${notice.number} for ${amountOf(notice)} was not paid, so ${notice.name} has expired.`,
      'It is active again as soon as the invoice is paid.',
    ],
    action: linkTo(origin, notice),
  })

type NamedItem = { id: string; name: string }

const openServer = (origin: string, { id }: NamedItem) => ({
  label: 'Open the server',
  url: `${origin}/server-management/${id}`,
})

/** Sent when a service suspended for its renewal runs again. */
export const resumed =
  (service: NamedItem): Template =>
  ({ origin }) => ({
    kind: 'renewal.resumed',
    relatedId: service.id,
    subject: `${service.name} is active again`,
    paragraphs: [`Thank you for your payment. ${service.name} is no longer suspended.`],
    action: openServer(origin, service),
  })

/** Sent when a service ends unpaid. */
export const ended =
  (service: NamedItem, keptUntil: Date): Template =>
  ({ origin }) => ({
    kind: 'renewal.ended',
    relatedId: service.id,
    subject: `${service.name} has ended`,
    paragraphs: [
      `${service.name} was not paid, and has ended. We store its data until ${formatDate(keptUntil)}, and can restore it for you until then.`,
      `You can download a copy of your data until then: ${origin}/account/data`,
    ],
    action: { label: 'Contact us', url: `${origin}/contact` },
  })

/** Sent when the plan of a service has changed. */
export const planChanged =
  ({ plan, ...service }: NamedItem & { plan: string }): Template =>
  ({ origin }) => ({
    kind: 'renewal.plan-changed',
    relatedId: service.id,
    subject: `${service.name} is now on the plan ${plan}`,
    paragraphs: [`${service.name} is now on the ${plan} plan. Its limits apply from now on.`],
    action: openServer(origin, service),
  })

/** Sent when a domain without automatic renewal approaches its end. */
export const domainLapses =
  ({ id, name, at }: NamedItem & { at: Date }): Template =>
  ({ origin }) => ({
    kind: 'renewal.domain-lapses',
    relatedId: id,
    subject: `${name} ends on ${formatDate(at)}`,
    paragraphs: [
      `Automatic renewal of ${name} is off, so it ends on ${formatDate(at)}. To keep it, renew it or turn automatic renewal on.`,
    ],
    action: { label: 'Open the domain', url: `${origin}/domains?domain=${id}` },
  })

/** Sent to the staff once a day: the previous day's steps because of time or money. */
export const dailySummary =
  ({ day, lines }: { day: string; lines: readonly string[] }): Template =>
  ({ origin }) => ({
    kind: 'renewal.summary',
    subject: `Renewals on ${formatDate(`${day}T12:00:00+05:30`)}`,
    greeting: 'Renewals, day by day',
    paragraphs: [...lines],
    action: { label: 'Open the renewals', url: `${origin}/admin/renewals` },
  })
