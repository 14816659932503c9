import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { hour, minute, second } from '#shared/time.ts'
import { type AcmeHome, createAcmeHome } from '#test/support/acme.ts'
import { refusal } from '#test/support/acme-front.ts'
import { hasPebble } from '#test/support/pebble.ts'
import { until } from '#test/support/until.ts'

setDefaultTimeout(60_000)

const newOrder = '/order-plz'
const newAccount = '/sign-me-up'

describe.if(hasPebble)('an order at an ACME authority', () => {
  let home: AcmeHome
  let id: string
  const open = async (options: Parameters<typeof createAcmeHome>[0] = {}) => {
    home = await createAcmeHome(options)
    id = await home.owner.register('failing.com')
  }
  afterEach(() => home.close())

  const countAsked = (path: string) => home.front.asked.filter((asked) => asked === path).length
  const pass = async (ms: number) => {
    home.portal.advance(ms)
    await home.portal.work()
  }
  const enable = async () => {
    await home.owner.setSsl(id)
    await home.portal.work()
    return home.owner.read(id)
  }
  const inMs = (ms: number) => new Date(home.portal.deps.now().getTime() + ms).toISOString()

  test('continues when half of its nonces are refused', async () => {
    await open({ refusedNonces: 50 })
    expect(await enable()).toMatchObject({ status: 'issued', problem: null })
  })

  describe('when the authority refuses it', () => {
    beforeEach(() => open())

    test('reports too many certificates and retries when the authority allows it, not when somebody presses the button', async () => {
      const { front, owner, portal } = home
      const detail = 'too many certificates (50) already issued for "failing.com"'
      front.answer = (path) =>
        path === newOrder ? refusal('rateLimited', detail, { status: 429, retryAfter: '7200' }) : null
      expect(await enable()).toMatchObject({
        ssl: false,
        status: 'failed',
        problem: `The certificate authority’s rate limit has been reached: ${detail}.`,
        nextIssueAt: inMs(2 * hour),
      })
      await owner.send('POST', `/api/domains/${id}/ssl/check`, {})
      await portal.work()
      await pass(2 * hour - second)
      expect(countAsked(newOrder)).toBe(1)
      front.answer = null
      await pass(second)
      expect(await owner.read(id)).toMatchObject({ status: 'issued', problem: null })
    })

    test('waits for an hour when the rate limit names no time', async () => {
      home.front.answer = (path) => (path === newOrder ? refusal('rateLimited', '') : null)
      expect(await enable()).toMatchObject({
        problem: 'The certificate authority’s rate limit has been reached: it gave no reason.',
        nextIssueAt: inMs(hour),
      })
    })

    test('describes what the authority saw, with the name', async () => {
      const { front, owner, portal } = home
      const { challenges, gateway } = portal.deps
      const isSpoiled = async (token: string) => {
        const reply = await fetch(`${gateway.url}/.well-known/acme-challenge/${token}`)
        return (await reply.text()) === 'another answer'
      }
      const { put } = challenges
      front.answer = async (path) => {
        if (!path.startsWith('/chalZ/')) return null
        // Also covers the per-second poll of the store.
        challenges.put = (token) => put(token, 'another answer')
        const tokens = challenges.list().map(([token]) => token)
        for (const token of tokens) challenges.put(token, '')
        for (const token of tokens) await until('another answer', () => isSpoiled(token))
        return null
      }
      const { problem } = await enable()
      expect(problem).toMatch(
        /^The certificate authority did not find the proof that it had asked for: (www\.|api\.)?failing\.com: .+\.$/,
      )
      expect(await home.countProofs()).toBe(0)
      front.answer = null
      challenges.put = put
      await pass(15 * second)
      expect(await owner.read(id)).toMatchObject({ status: 'issued' })
    })

    test('reports that the account needs external binding', async () => {
      home.front.answer = (path) =>
        path === newAccount ? refusal('externalAccountRequired', 'ask us first') : null
      expect((await enable()).problem).toBe('The certificate authority refused to issue: ask us first.')
    })
  })

  test('is not placed when CAA records forbid it', async () => {
    await open()
    await home.owner.putRecord(id, { type: 'CAA', name: '@', value: '0 issue ";"' })
    const message = 'The CAA records of failing.com allow no authority to issue.'
    expect(await home.owner.read(id)).toMatchObject({
      preflight: { isReady: false, findings: expect.arrayContaining([{ isBlocking: true, message }]) },
    })
    expect(await enable()).toMatchObject({ status: 'failed', problem: message })
    expect(countAsked(newOrder)).toBe(0)
  })

  test('is placed again after the authority lost its state', async () => {
    await open()
    const { front, owner, pebble, portal } = home
    front.answer = async (path) => {
      if (!path.startsWith('/finalize-order')) return null
      front.answer = null
      await pebble.stop()
      return null
    }
    const { problem, nextIssueAt } = await enable()
    expect(problem).toMatch(
      /^The certificate authority localhost:\d+ could not be reached: .+\. Nothing is wrong with your domain\.$/,
    )
    expect(nextIssueAt).toBe(inMs(15 * second))
    expect(await home.countProofs()).toBe(0)
    const { isHealthy, message } = await portal.deps.certificateAuthority.check()
    expect(isHealthy).toBe(false)
    expect(message).toEndWith('New certificates are waiting. Existing ones stay in use.')
    for (let failures = 0; failures < 6; failures += 1) await pass(5 * minute)
    await home.start()
    // However long it was down.
    await pass(5 * minute)
    expect(await owner.read(id)).toMatchObject({ status: 'issued', problem: null })
    expect(countAsked(newAccount)).toBe(2)
  })

  test('is placed again for a certificate that the authority revoked, at the next renewal check', async () => {
    await open()
    const { front, owner, pebble, portal } = home
    front.directory.renewalInfo = `${new URL(front.directoryUrl).origin}/advice`
    const at = (ms: number) => new Date(portal.deps.now().getTime() + ms).toISOString()
    let serial = ''
    front.answer = async (path) => {
      if (!path.startsWith('/advice/')) return null
      serial = Buffer.from(path.split('.').at(-1) ?? '', 'base64url').toString('hex')
      const isRevoked = await pebble.isRevoked(serial)
      const [start, end] = isRevoked ? [at(-2 * hour), at(-hour)] : [at(1_400 * hour), at(1_500 * hour)]
      return Response.json({ suggestedWindow: { start, end } }, { headers: { 'retry-after': '3600' } })
    }
    await enable()
    await portal.work()
    const first = await home.rowOf(id)
    expect(serial.replace(/^00/, '')).toBe(first?.serial?.replace(/^00/, '') ?? 'none')
    await pass(hour)
    expect((await home.rowOf(id))?.serial).toBe(first?.serial)
    await home.revoke(first?.chain ?? '')
    await pass(hour)
    await portal.work()
    const next = await home.rowOf(id)
    expect(next?.serial).not.toBe(first?.serial)
    expect(await owner.read(id)).toMatchObject({ ssl: true, status: 'issued' })
  })
})
