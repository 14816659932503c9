/** Words of the parts of an action's name that are no plain English word. */
const nouns: Record<string, string> = {
  api: 'API',
  audit: 'audit log',
  auth: '',
  contact: 'contact message',
  dns: 'DNS',
  dnssec: 'DNSSEC',
  email: 'mailbox',
  flags: 'access rights',
  login: 'sign-in',
  mobile: 'mobile number',
  sms: 'text message',
  ssl: 'SSL',
  sudo: 'identity check',
  totp: 'two-factor sign-in',
  trial: 'temporary site',
  user: 'account',
}

/** What was done, by the last part of an action's name; any other last part is a thing that was changed. */
const done: Record<string, string> = {
  accept: 'accepted',
  activate: 'activated',
  add: 'added',
  approve: 'approved',
  ask: 'asked for',
  cancel: 'cancelled',
  change: 'changed',
  check: 'checked',
  cleanup: 'cleaned up',
  confirm: 'confirmed',
  connect: 'connected',
  crash: 'crashed',
  create: 'created',
  credit: 'credited',
  damaged: 'found damaged',
  delete: 'deleted',
  deleted: 'deleted',
  denied: 'denied',
  disable: 'disabled',
  dismiss: 'dismissed',
  dumped: 'exported',
  enable: 'enabled',
  end: 'ended',
  ended: 'ended',
  expire: 'expired',
  fail: 'failed',
  failed: 'failed',
  fetch: 'downloaded',
  forgot: 'reset requested',
  import: 'imported',
  imported: 'imported',
  invite: 'invited',
  issue: 'issued',
  join: 'joined',
  keep: 'kept',
  login: 'sign-in',
  logout: 'sign-out',
  missing: 'missing',
  paid: 'paid',
  place: 'placed',
  prune: 'pruned',
  publish: 'published',
  purge: 'purged',
  query: 'queried',
  record: 'recorded',
  recreate: 'recreated',
  refund: 'refunded',
  register: 'registered',
  reject: 'rejected',
  release: 'released',
  remove: 'removed',
  rename: 'renamed',
  report: 'reported',
  reset: 'reset',
  restart: 'restarted',
  restore: 'restored',
  restored: 'restored',
  retry: 'retried',
  returned: 'returned',
  rotate: 'rotated',
  seed: 'sample data added',
  send: 'sent',
  share: 'shared',
  start: 'started',
  stop: 'stopped',
  suspend: 'suspended',
  'take-down': 'taken down',
  terminate: 'terminated',
  transfer: 'transfer started',
  undo: 'change undone',
  unpublish: 'unpublished',
  unshare: 'no longer shared',
  unsuspend: 'unsuspended',
  update: 'updated',
  verify: 'verified',
}

const wordOf = (part: string): string => nouns[part] ?? part.replaceAll('-', ' ')

const sentence = (words: readonly string[]): string => {
  const text = words.filter(Boolean).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The kind of a thing in words: `bank_line` is "Bank line". */
export const typeWords = (type: string): string => sentence([wordOf(type.replaceAll('_', '-'))])

/** What an entry of the audit log says was done: `order.create` is "Order created", `service.domain` "Service domain changed". */
export function actionWords(action: string): string {
  const parts = action.split('.')
  const last = parts.at(-1) ?? ''
  const verb = done[last]
  return verb === undefined
    ? sentence([...parts.map(wordOf), 'changed'])
    : sentence([...parts.slice(0, -1).map((part) => done[part] ?? wordOf(part)), verb])
}

/** What somebody does, where it is said in other words than what was done. */
const did: Record<string, string> = {
  'take-down': 'took down',
  transfer: 'started the transfer of',
  undo: 'undid the last change of',
  unshare: 'stopped sharing',
  seed: 'added sample data to',
}

/** What happens to a thing without somebody doing it. */
const happened: Record<string, string> = {
  crash: 'crashed',
  damaged: 'was found damaged',
  deleted: 'was deleted',
  'domain-lost': 'lost its domain',
  dumped: 'was exported',
  ended: 'ended',
  expire: 'expired',
  fail: 'failed',
  failed: 'failed',
  imported: 'was imported',
  missing: 'is missing',
  prune: 'was pruned',
  purge: 'was purged',
  restored: 'was restored',
  returned: 'was returned',
}

/** What comes before the object, where the parts of the action's name would make no such sentence. */
const phrases: Record<string, string> = {
  'auth.email.verify': 'verified the email address of',
  'auth.email.verify.send': 'asked for a verification email for',
  'auth.passkey.add': 'added a passkey to',
  'auth.passkey.remove': 'removed a passkey from',
  'auth.passkey.rename': 'renamed a passkey of',
  'auth.totp.confirm': 'confirmed two-factor sign-in for',
  'auth.totp.disable': 'disabled two-factor sign-in for',
  'auth.totp.enable': 'enabled two-factor sign-in for',
  'auth.totp.recovery-codes': 'created new recovery codes for',
  'billing.details': 'changed the billing details of',
  'cloud.instance.reboot': 'rebooted',
  'cloud.instance.start': 'started',
  'cloud.instance.stop': 'stopped',
  'customer.message.send': 'sent a message to',
  'customer.note.add': 'added a note about',
  'customer.note.change': 'changed a note about',
  'customer.note.delete': 'deleted a note about',
  'customer.view.end': 'stopped viewing the portal as',
  'customer.view.start': 'started viewing the portal as',
  'database.access': 'changed remote access to',
  'database.row-delete': 'deleted a row of',
  'database.row-insert': 'inserted a row into',
  'database.row-update': 'updated a row of',
  'domain.dns': 'changed the DNS records of',
  'domain.serving': 'changed the redirects and HSTS of',
  'domain.ssl.disable': 'disabled SSL for',
  'domain.ssl.enable': 'enabled SSL for',
  'domain.ssl.issue': 'issued a certificate for',
  'domain.transfer': 'issued a transfer code for',
  'invoice.credit': 'issued a credit note for',
  'member.change': 'changed the role of',
  'member.join': 'accepted the invitation as',
  'notifications.preferences': 'changed the notification preferences of',
  'order.release': 'released the domain of',
  'service.plan-ask': 'asked for another plan for',
  'service.spare': 'changed “Do not suspend before” of',
  'service.term': 'changed the billing term of',
  'user.email.undo': 'undid the change of the email address of',
  'user.mobile.send': 'asked for a code to verify the mobile number of',
  'user.two-factor.remove': 'removed two-factor sign-in from',
}

/** Sentences that name no object: whoever does it does it with their own account. */
const own: Record<string, string> = {
  'access.denied': 'was denied access',
  'account.export': 'asked for an export of their data',
  'account.export.fetch': 'downloaded their data',
  'account.keep': 'kept their account',
  'audit.accept': 'accepted the audit log as it is',
  'auth.admin.create': 'became the first administrator',
  'auth.login': 'signed in',
  'auth.logout': 'signed out',
  'auth.password.forgot': 'asked for a new password',
  'auth.register': 'signed up',
  'auth.session.end': 'ended a session',
  'auth.sudo': 'confirmed their identity',
}

/** The words of an entry around what it is about: `before` it, when somebody did it; `after` it, when it happened. */
export type Deed = { is: 'own'; text: string } | { is: 'did' | 'happened'; text: string; part: string }

/** What an entry of the audit log says of its object, in a sentence: `order.approve` is "approved", `domain.ssl.fail` "failed" of its SSL. */
export function deedOf(action: string): Deed {
  const text = own[action]
  if (text) return { is: 'own', text }
  const phrase = phrases[action]
  if (phrase) return { is: 'did', text: phrase, part: '' }
  const parts = action.split('.')
  const last = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1)
  const part = (words: readonly string[]) => words.map(wordOf).filter(Boolean).join(' ')
  if (last.endsWith('-failed'))
    return { is: 'happened', text: 'failed', part: part([...middle, last.slice(0, -'-failed'.length)]) }
  const event = happened[last]
  if (event) return { is: 'happened', text: event, part: part(middle) }
  const verb = did[last] ?? done[last]
  return verb === undefined
    ? { is: 'did', text: 'changed', part: part([...middle, last]) }
    : { is: 'did', text: verb, part: part(middle) }
}

const ofJobs: Record<string, string> = {
  'account.deletion': 'Delete account',
  'account.export': 'Export account data',
  'email.deliver': 'Deliver message',
  'email.report': 'Report undelivered message',
  'invoice.settled': 'Apply settled invoice',
  'mail.send': 'Send portal mail',
  'notification.announce': 'Notify customer',
  'order.paid': 'Approve paid order',
  'payment.event': 'Process payment event',
  'payment.refund': 'Send refund',
  'refund.paid': 'Record paid refund',
  'service.provision': 'Set up service',
  'sms.send': 'Send text message',
}

/** What a job does: `backup.create` is "Create backup". */
export function jobWords(kind: string): string {
  const known = ofJobs[kind]
  if (known) return known
  const parts = kind.split('.')
  return sentence([...parts.slice(-1), ...parts.slice(0, -1)].map(wordOf))
}
