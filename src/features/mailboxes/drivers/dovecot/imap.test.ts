import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findIdentity } from '#server/system/programs/engine-host.ts'
import { hasDovecot } from '#test/support/dovecot.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { until } from '#test/support/portal.ts'
import { folders } from '../../contract/rules.ts'
import { createMaildirs } from '../../storage/maildir.ts'
import { configurationOf } from './configuration.ts'
import { createDovecot, type Dovecot, findDovecot } from './dovecot.ts'
import type { MailUser } from './users-file.ts'

describe.skipIf(!hasDovecot)('mail programs', () => {
  const folder = makeTestFolder()
  const mailFolder = join(folder, 'mail')
  const mailboxes = createMaildirs(folder, () => new Date())
  const identity = findIdentity(['nobody'])
  const box = { userId: Bun.randomUUIDv7(), accountId: Bun.randomUUIDv7() }
  const user: MailUser = { accountId: box.accountId, email: 'anna@shop.example', hash: '', quotaMb: 10 }
  let dovecot: Dovecot
  let port = 0

  /** Files that the portal creates as root belong to the user of the test's Dovecot. */
  const give = async () => {
    if (!identity) return
    for (const name of ['', ...(await readdir(mailFolder, { recursive: true }))])
      await chown(join(mailFolder, name), identity.uid, identity.gid)
  }
  const deliver = async (raw: string) => {
    const content = async function* () {
      yield new TextEncoder().encode(raw)
    }
    await mailboxes.deliver(box, 'inbox', content())
    await give()
  }
  const found = async () => {
    const all = []
    for await (const { folder, isSeen, isFlagged } of mailboxes.list(box))
      all.push(`${folder}${isSeen ? ' seen' : ''}${isFlagged ? ' flagged' : ''}`)
    return all.toSorted(
      (one, other) =>
        folders.findIndex((name) => one.startsWith(name)) -
        folders.findIndex((name) => other.startsWith(name)),
    )
  }
  /** Runs Python with a signed-in `m` and returns its output. */
  const python = (script: string, { password = 'a good long one', email = user.email } = {}) => {
    const begin = `import imaplib, ssl
c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE
m = imaplib.IMAP4_SSL('127.0.0.1', ${port}, ssl_context=c, timeout=20)
`
    const signIn = `m.login(${JSON.stringify(email)}, ${JSON.stringify(password)})\n`
    const { stdout, stderr } = spawnSync('python3', ['-c', begin + signIn + script], { encoding: 'utf8' })
    return `${stdout}${stderr}`.trim()
  }

  beforeAll(async () => {
    await mkdir(mailFolder, { recursive: true })
    await chmod(folder, 0o755)
    user.hash = await Bun.password.hash('a good long one')
    const said = findDovecot()
    if (!said) throw new Error('Dovecot is not installed: apt-get install dovecot-imapd')
    dovecot = createDovecot(said, {
      folder: join(folder, 'dovecot'),
      mailFolder,
      listen: '127.0.0.1',
      port: 'auto',
      host: 'mail.shop.example',
      identity,
      loginPlaces: 40,
      now: () => new Date(),
      log: { info() {}, warn() {} },
    })
    await dovecot.publish([user])
    port = await dovecot.connect()
    await deliver(mailOf('Subject: One', '', 'Hello'))
  }, 300_000)
  afterAll(() => dovecot?.stop())

  test('sign in over TLS with the address and password of a mailbox', () => {
    expect(python("print(m.select('INBOX'))")).toBe("('OK', [b'1'])")
    expect(python('', { email: 'ANNA@shop.example' })).toBe('')
    expect(python('', { password: 'another one' })).toContain('AUTHENTICATIONFAILED')
    expect(python('', { email: 'eve@shop.example' })).toContain('AUTHENTICATIONFAILED')
  }, 300_000)

  test('find the portal’s folders by their special use', () => {
    const listed = python('print(m.list()[1])')
    for (const [use, name] of [
      ['Drafts', 'Drafts'],
      ['Sent', 'Sent'],
      ['Archive', 'Archive'],
      ['Junk', 'Spam'],
      ['Trash', 'Trash'],
    ])
      expect(listed).toContain(`\\\\${use}) "/" ${name}`)
  }, 300_000)

  test('read, mark, move, append and expunge messages, and the portal sees it', async () => {
    expect(python("m.select(); print(m.fetch('1', '(BODY[TEXT])')[1][0][1])")).toBe(String.raw`b'Hello\r\n'`)
    expect(await found()).toEqual(['inbox seen'])
    python(String.raw`m.select(); m.store('1', '+FLAGS', r'(\Flagged)')`)
    expect(await found()).toEqual(['inbox seen flagged'])
    python(
      `m.select(); m._simple_command('MOVE', '1', 'Spam')`.replace(
        'm._simple',
        "imaplib.Commands['MOVE'] = ('SELECTED',); m._simple",
      ),
    )
    expect(await found()).toEqual(['spam seen flagged'])
    python(String.raw`m.append('Sent', r'\Seen', None, b'Subject: Two\r\n\r\nHello\r\n')`)
    expect((await found()).toSorted()).toEqual(['sent seen', 'spam seen flagged'])
    python(String.raw`m.select('Spam'); m.store('1', '+FLAGS', r'(\Deleted)'); m.expunge()`)
    expect(await found()).toEqual(['sent seen'])
    python(String.raw`m.append('Archive', None, None, b'Subject: Three\r\n\r\nHello\r\n')`)
    python(String.raw`m.append('Drafts', r'\Draft \Seen', None, b'Subject: Four\r\n\r\nHello\r\n')`)
    expect((await found()).toSorted()).toEqual(['archive', 'drafts seen', 'sent seen'])
  }, 300_000)

  test('cannot exceed the mailbox quota', () => {
    const said = python(
      String.raw`print(m.append('Sent', None, None, b'Subject: x\r\n\r\n' + b'a' * 11_000_000))`,
    )
    expect(said).toContain('OVERQUOTA')
  }, 300_000)

  test('can connect while idle clients hold every slot: the oldest without a sign-in is closed', async () => {
    let closed = 0
    const silent = Array.from({ length: 60 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.on('close', () => {
        closed += 1
      })
      return socket
    })
    await until(async () => closed >= 20)
    expect(python("print(m.select('INBOX')[0])")).toBe('OK')
    expect(closed).toBeLessThan(60)
    for (const socket of silent) socket.destroy()
  }, 300_000)

  test('are signed out when the account is suspended, and can sign in after it is activated', async () => {
    const client = Bun.spawn(
      [
        'python3',
        '-c',
        `import imaplib, ssl, sys
c = ssl._create_unverified_context()
m = imaplib.IMAP4_SSL('127.0.0.1', ${port}, ssl_context=c, timeout=30)
m.login('anna@shop.example', 'a good long one'); m.select()
print('in', flush=True); print(m.sock.recv(1000) and m.sock.recv(1000)); print('out')`,
      ],
      { stdout: 'pipe', stderr: 'pipe' },
    )
    const reader = client.stdout.getReader()
    await reader.read()
    await dovecot.publish([])
    expect(await client.exited).toBe(0)
    // A process that is about to end may accept the next connection.
    await until(async () => python('').includes('AUTHENTICATIONFAILED'))
    await dovecot.publish([user])
    await until(async () => (python('') === '' ? true : null))
  }, 300_000)
})

test.skipIf(!hasDovecot)('the installed Dovecot accepts the configuration without a warning', async () => {
  const folder = makeTestFolder()
  const wish = {
    folder,
    user: 'nobody',
    group: 'nogroup',
    uid: 65_534,
    listen: '127.0.0.1',
    port: 12_993,
    loginPlaces: 400,
  }
  const [conf, crt, key] = ['dovecot.conf', 'tls.crt', 'tls.key'].map((name) => join(folder, name))
  await Bun.write(conf ?? '', configurationOf({ version: findDovecot()?.syntax ?? '2.3', ...wish }))
  for (const path of [crt, key]) await Bun.write(path ?? '', 'PEM')
  const { stdout, stderr, status } = spawnSync('/usr/sbin/dovecot', ['-n', '-c', conf ?? ''], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('special_use = \\Junk')
})
