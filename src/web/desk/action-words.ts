/** Words for action name parts that are no plain English. */
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

/** Past participles, by an action name's last part; any other last part names a thing that was changed. */
const done: Record<string, string> = {
  accept: 'accepted',
  activate: 'activated',
  add: 'added',
  approve: 'approved',
  ask: 'requested',
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

/** A type in words: `bank_line` is "Bank line". */
export const typeWords = (type: string): string => sentence([wordOf(type.replaceAll('_', '-'))])

/** An audit log action in words: `order.create` is "Order created", `service.domain` "Service domain changed". */
export function actionWords(action: string): string {
  const parts = action.split('.')
  const last = parts.at(-1) ?? ''
  const verb = done[last]
  return verb === undefined
    ? sentence([...parts.map(wordOf), 'changed'])
    : sentence([...parts.slice(0, -1).map((part) => done[part] ?? wordOf(part)), verb])
}

/** Verbs of a person's action that differ from the past participle. */
const did: Record<string, string> = {
  'take-down': 'took down',
  transfer: 'started the transfer of',
  undo: 'undid the last change to',
  unshare: 'stopped sharing',
  seed: 'added sample data to',
}

/** Verbs of events without an actor. */
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

/** Phrases before the object, where the action name's parts make no sentence. */
const phrases: Record<string, string> = {
  'auth.email.verify': 'verified the email address of',
  'auth.email.verify.send': 'requested a verification email for',
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
  'database.row-delete': 'deleted a row from',
  'database.row-insert': 'inserted a row into',
  'database.row-update': 'updated a row in',
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
  'service.plan-ask': 'requested another plan for',
  'service.spare': 'changed “Do not suspend before” for',
  'service.term': 'changed the billing term of',
  'user.email.undo': 'undid the email change of',
  'user.mobile.send': 'requested a code to verify the mobile number of',
  'user.two-factor.remove': 'removed two-factor sign-in from',
}

/** Sentences without an object: the action concerns the actor's own account. */
const own: Record<string, string> = {
  'access.denied': 'was denied access',
  'account.export': 'requested an export of their data',
  'account.export.fetch': 'downloaded their data',
  'account.keep': 'cancelled the deletion of their account',
  'audit.accept': 'accepted the audit log as it is',
  'auth.admin.create': 'became the first administrator',
  'auth.login': 'signed in',
  'auth.logout': 'signed out',
  'auth.password.forgot': 'requested a new password',
  'auth.register': 'signed up',
  'auth.session.end': 'ended a session',
  'auth.sudo': 'confirmed their identity',
}

/** The words around an entry's object: before it (`did`), when somebody acted; after it (`happened`), for an event. */
export type ActionSentence =
  | { is: 'own'; text: string }
  | { is: 'did' | 'happened'; text: string; part: string }

/** An audit log action as part of a sentence: `order.approve` is "approved", `domain.ssl.fail` "failed" with the part "SSL". */
export function actionSentence(action: string): ActionSentence {
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

/** A job kind in words: `backup.create` is "Create backup". */
export function jobWords(kind: string): string {
  const known = ofJobs[kind]
  if (known) return known
  const parts = kind.split('.')
  return sentence([...parts.slice(-1), ...parts.slice(0, -1)].map(wordOf))
}
