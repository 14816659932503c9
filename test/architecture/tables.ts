import { layerOf } from './layers.ts'
import { isTest, lineAt, type Offence, type Source } from './source.ts'

/** The owner of each table, by table name. */
export type Owners = ReadonlyMap<string, string>

/** Foreign tables that each feature reads by joining them into its queries. Adding one is a decision: see 0008. */
const foreignReads: Record<string, readonly string[]> = {
  account: ['jobs', 'users'],
  activity: ['auditLog', 'pricingPlans', 'userServices'],
  admin: [
    'auditLog',
    'auditSeals',
    'databases',
    'domains',
    'emailAccounts',
    'invoices',
    'jobs',
    'orders',
    'pricingPlans',
    'userServices',
    'users',
  ],
  backups: ['jobs', 'pricingPlans', 'userServices', 'users'],
  billing: ['orders', 'users'],
  certificates: ['domains', 'userServices'],
  console: ['databases', 'userServices'],
  customers: [
    'accountDeletions',
    'auditLog',
    'backups',
    'contactMessages',
    'databases',
    'domains',
    'emailAccounts',
    'invoices',
    'mails',
    'orders',
    'pricingPlans',
    'projects',
    'renewalTerms',
    'sessions',
    'signIns',
    'userServices',
    'users',
  ],
  databases: ['jobs', 'pricingPlans', 'userServices'],
  dns: ['acmeChallenges', 'dnsRecords', 'domains'],
  domains: ['certificates', 'pricingPlans', 'userServices', 'users'],
  'file-manager': ['fileShares', 'files', 'pricingPlans', 'userServices'],
  files: ['pricingPlans', 'userServices'],
  hosting: ['auditLog', 'dnsRecords', 'domains', 'pricingPlans', 'siteSlugs', 'subdomains', 'userServices'],
  inbox: ['emailMessages', 'emailQueue'],
  keys: ['users'],
  'mail-transport': ['domains', 'emailAccounts', 'emailDomains', 'emailMessages', 'userServices', 'users'],
  mailboxes: ['domains', 'pricingPlans', 'userServices'],
  members: [
    'auditLog',
    'backups',
    'databaseDumps',
    'databases',
    'fileShares',
    'files',
    'invoices',
    'pricingPlans',
    'userServices',
    'users',
  ],
  monitoring: ['pricingPlans', 'userServices'],
  names: ['domains', 'emailAccounts', 'emailDomains', 'orders', 'userServices'],
  notifications: ['emailAccounts', 'pricingPlans', 'userServices', 'users'],
  orders: [
    'auditLog',
    'invoices',
    'mails',
    'paymentReports',
    'payments',
    'pricingPlans',
    'serviceCategories',
    'userServices',
    'users',
  ],
  payments: ['invoices', 'orders', 'payments', 'pricingPlans', 'users'],
  provisioning: ['pricingPlans', 'userServices'],
  renewals: [
    'accountDeletions',
    'domains',
    'emailAccounts',
    'databases',
    'invoices',
    'orders',
    'pricingPlans',
    'refunds',
    'userServices',
    'users',
  ],
  profile: ['users'],
  services: [
    'auditLog',
    'backups',
    'backupSchedules',
    'certificates',
    'domains',
    'pricingPlans',
    'serviceCategories',
    'users',
  ],
  support: ['customerMessages', 'users'],
  webhooks: ['users'],
  trials: ['orders', 'userServices', 'users'],
  zones: ['domains', 'userServices', 'users'],
}

/**
 * Foreign tables that a feature writes: a service’s name is a column of its row, and `names` is a layer below
 * services. A zone’s serial is likewise a column of its domain, and `zones` is below domains: only
 * zones/domain/raise-serial.ts writes it.
 */
const foreignWrites: Record<string, readonly string[]> = { names: ['userServices'], zones: ['domains'] }

/**
 * Each table belongs to the feature that a file in db/schema, <feature>.ts or <feature>-<part>.ts, is named after; if several
 * match, the
 * longest name wins. The kernel owns platform.
 */
export function tableOwners(sources: Source[]): Owners {
  const features = new Set(sources.flatMap(({ file }) => layerOf(file)?.feature ?? []))
  const ownerOf = (name: string): string => {
    const words = name.split('-')
    const prefixes = words.map((_, index) => words.slice(0, words.length - index).join('-'))
    return prefixes.find((prefix) => features.has(prefix)) ?? words[0] ?? name
  }
  const owners = new Map<string, string>()
  for (const { file, code } of sources) {
    const schema = /^db\/schema\/(?:[^/.]+\/)?([^/.]+)\.ts$/.exec(file)?.[1]
    if (schema === undefined) continue
    const owner = ownerOf(schema)
    for (const [, name] of code.matchAll(/\b(\w+)\s*[:=]\s*[\w.]*\btable\(/gi)) {
      if (name !== undefined) owners.set(name, owner)
    }
  }
  return owners
}

const member = /\bt\s*\.\s*(\w+)/g
const renamed = /\b(\w+)\s*=\s*[\w.]*\bt\.(\w+)/g
const destructured =
  /\{([^{}]*)\}\s*=\s*[\w.]*\bt\b(?!\.)|\bt\s*:\s*\{([^{}]*)\}|\{([^{}]*)\}\s*:\s*(?:Pick<)?(?:Schema\b|\w+\[' '\])/g

type Mention = { table: string; alias: string; index: number }

/** Every place where a table is taken out of the schema, with its local name. */
function mentionsOf(code: string, owners: Owners): Mention[] {
  const direct = [...code.matchAll(member)].map(({ index, 1: table = '' }) => ({
    table,
    alias: table,
    index,
  }))
  const assigned = [...code.matchAll(renamed)].map(({ index, 1: alias = '', 2: table = '' }) => ({
    table,
    alias,
    index,
  }))
  const taken = [...code.matchAll(destructured)].flatMap(({ index, 1: a, 2: b, 3: c }) =>
    (a ?? b ?? c ?? '').split(',').map((part) => {
      const [table = '', alias = table] = part.split(':').map((name) => name.trim())
      return { table, alias, index }
    }),
  )
  return [...direct, ...assigned, ...taken].filter(({ table }) => owners.has(table))
}

const featureOf = ({ file }: Source): string | undefined =>
  isTest(file) ? undefined : layerOf(file)?.feature

/** The foreign tables that a feature file names. */
function foreignMentions(source: Source, owners: Owners): Mention[] {
  const feature = featureOf(source)
  if (feature === undefined) return []
  return mentionsOf(source.code, owners).filter(({ table }) => owners.get(table) !== feature)
}

const write = /\.(?:insert|update|delete)\(\s*(?:[\w.]+\.)?(\w+)\s*\)/g

function writtenTables(source: Source, mentions: Mention[]): { table: string; index: number }[] {
  return [...source.code.matchAll(write)].flatMap(({ index, 1: name = '' }) =>
    [...new Set(mentions.filter(({ alias }) => alias === name).map(({ table }) => table))].map((table) => ({
      table,
      index,
    })),
  )
}

/** A feature changes another feature’s rows through that feature’s service; it joins only permitted foreign tables. */
export function checkTables(source: Source, owners: Owners, allowed = foreignReads): Offence[] {
  const { file, code } = source
  const mentions = foreignMentions(source, owners)
  const offence = (index: number, message: string) => ({ file, line: lineAt(code, index), message })
  const writable = foreignWrites[featureOf(source) ?? ''] ?? []
  const writes = writtenTables(source, mentions)
    .filter(({ table }) => !writable.includes(table))
    .map(({ table, index }) =>
      offence(index, `table ${table} belongs to ${owners.get(table)}: call its service`),
    )
  const readable = allowed[featureOf(source) ?? ''] ?? []
  const reads = mentions
    .filter(({ table }) => !readable.includes(table))
    .map(({ table, index }) =>
      offence(index, `table ${table} belongs to ${owners.get(table)}, and is not among the foreign reads`),
    )
  return [...writes, ...reads]
}

/** Permitted reads that no code uses, as `feature: table`. */
export function findUnusedReads(sources: Source[], owners: Owners, allowed = foreignReads): string[] {
  const used = new Set(
    sources.flatMap((source) =>
      foreignMentions(source, owners).map(({ table }) => `${featureOf(source)}: ${table}`),
    ),
  )
  return Object.entries(allowed)
    .flatMap(([feature, tables]) => tables.map((table) => `${feature}: ${table}`))
    .filter((read) => !used.has(read))
}

// Cloud entities are described by their table name; the type admits cloud tables only.
const namesTablesByValue = 'src/features/cloud/entities/own-table.ts'

const hidden: [pattern: RegExp, message: string][] = [
  [/\bt\[(?!\])/g, 'name the table: the rule cannot follow a computed lookup'],
  [/\b(?!t\b)\w+\s*[:=]\s*[\w.]+\.t\b(?![.[])/g, 'call the schema t'],
  [/\b(?!t\b)\w+\s*:\s*(?:Schema\b|Store\[' '\])(?!\[)/g, 'call the schema t'],
]

/** The table rules recognise the schema by the name `t`: a feature uses no other name for it and no computed lookups in it. */
export function checkSchemaName(source: Source): Offence[] {
  const { file, code } = source
  if (featureOf(source) === undefined || file === namesTablesByValue) return []
  return hidden.flatMap(([pattern, message]) =>
    [...code.matchAll(pattern)].map(({ index }) => ({ file, line: lineAt(code, index), message })),
  )
}
