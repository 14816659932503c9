export type DovecotVersion = '2.3' | '2.4'

type DovecotSettings = {
  version: DovecotVersion
  /** The folder of Dovecot's own files. */
  folder: string
  user: string
  group: string
  uid: number
  listen: string
  port: number
  loginPlaces: number
}

/** The configuration syntax of a Dovecot version; null for an unsupported version. */
export function readVersion(said: string): DovecotVersion | null {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(said) ?? []
  if (major !== '2') return null
  if (minor === '3') return '2.3'
  return Number(minor) >= 4 ? '2.4' : null
}

/** The quota rule of a mailbox, as a field of the users file. */
export const quotaRule: Record<DovecotVersion, (quotaMb: number) => string> = {
  '2.3': (quotaMb) => `userdb_quota_rule=*:storage=${quotaMb}M`,
  '2.4': (quotaMb) => `userdb_quota_storage_size=${quotaMb}M`,
}

/** The portal's folders, which programs find by their special use (RFC 6154). */
const uses = [
  ['Drafts', 'Drafts'],
  ['Sent', 'Sent'],
  ['Archive', 'Archive'],
  ['Spam', 'Junk'],
  ['Trash', 'Trash'],
] as const

const useOf = ([name, use]: (typeof uses)[number]): string => `  mailbox ${name} {
    auto = subscribe
    special_use = \\${use}
  }
`

const namespace = `namespace inbox {
  inbox = yes
  separator = /
${uses.map(useOf).join('')}}
`

const loginProcesses = 4
/** Unlimited: by default a process restarts after this many connections. */
const endless: Record<DovecotVersion, string> = {
  '2.3': 'service_count = 0',
  '2.4': 'restart_request_count = unlimited',
}

// No process runs as another user, so chroot has no use. When all slots are taken, a login process closes its oldest connection
// that has not signed in (doc.dovecot.org, "Service configuration"), as one that serves several clients can.
const services = ({ version, port, loginPlaces }: DovecotSettings): string => `service imap-login {
  chroot =
  ${endless[version]}
  process_min_avail = 1
  process_limit = ${loginProcesses}
  client_limit = ${Math.ceil(loginPlaces / loginProcesses)}
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`

const common = ({ folder, user, group, uid, listen }: DovecotSettings): string => `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
listen = ${listen}
protocols = imap
default_login_user = ${user}
default_internal_user = ${user}
default_internal_group = ${group}
first_valid_uid = ${uid}
last_valid_uid = ${uid}
mail_uid = ${user}
mail_gid = ${group}
ssl = required
ssl_min_protocol = TLSv1.2
auth_mechanisms = plain login
auth_failure_delay = 2 secs
`

const of23 = (wish: DovecotSettings): string => `${common(wish)}disable_plaintext_auth = yes
ssl_cert = <${wish.folder}/tls.crt
ssl_key = <${wish.folder}/tls.key
mail_location = maildir:~:INDEX=${wish.folder}/index/%u
passdb {
  driver = passwd-file
  args = scheme=ARGON2ID username_format=%Lu ${wish.folder}/users
}
userdb {
  driver = passwd-file
  args = username_format=%Lu ${wish.folder}/users
}
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:Mailbox
  quota_vsizes = yes
}
${services(wish)}${namespace}`

const of24 = (wish: DovecotSettings): string => `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
${common(wish)}auth_allow_cleartext = no
ssl_server_cert_file = ${wish.folder}/tls.crt
ssl_server_key_file = ${wish.folder}/tls.key
mail_driver = maildir
mail_path = ~
mail_index_path = ${wish.folder}/index/%{user}
passdb passwd-file {
  default_password_scheme = ARGON2ID
  auth_username_format = %{user | lower}
  passwd_file_path = ${wish.folder}/users
}
userdb passwd-file {
  auth_username_format = %{user | lower}
  passwd_file_path = ${wish.folder}/users
}
mail_plugins {
  quota = yes
}
protocol imap {
  mail_plugins {
    imap_quota = yes
  }
}
quota Mailbox {
  driver = count
}
${services(wish)}${namespace}`

/** The configuration of a Dovecot that serves only IMAP over TLS, entirely as one non-root user. */
export const configurationOf = (wish: DovecotSettings): string =>
  wish.version === '2.3' ? of23(wish) : of24(wish)
