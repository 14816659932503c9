/** Words of the parts of an action's name that are no plain English word. */
const nouns: Record<string, string> = {
  api: 'API',
  auth: '',
  contact: 'contact message',
  dns: 'DNS',
  dnssec: 'DNSSEC',
  email: 'mailbox',
  flags: 'access rights',
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
