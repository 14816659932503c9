import { describe, expect, test } from 'bun:test'
import { TRPCClientError } from '@trpc/client'
import { openClientBuild } from '#web/client-build.ts'
import type { CallProcedure } from '#web/lib/calls/links.ts'
import type { Viewer } from '#web/viewer.ts'
import { renderPage } from './server.tsx'

const manifest = {
  sources: '',
  entry: '/assets/core.js',
  css: '/assets/app.css',
  fonts: [],
  pages: { DomainCertificate: ['/assets/domain-certificate.js'] },
  liveWorker: '',
}
const build = openClientBuild(manifest, [])
const viewer: Viewer = {
  id: '019aa000-0000-7000-8000-000000000001',
  email: 'asha@example.in',
  mobile: '+919876543210',
  firstName: 'Asha',
  lastName: 'Rao',
  profileImageUrl: null,
  address: null,
  organization: null,
  isAdmin: false,
  hasAdminAccess: false,
  emailVerified: true,
  mobileVerified: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const noCall = () => Promise.reject(new Error('no call expected'))
const open = (url: string, who: Viewer | null, call: CallProcedure = noCall) =>
  renderPage({
    url,
    viewer: who,
    call,
    site: { companyName: 'Test Company' },
    colorScheme: 'auto',
    build,
  })

describe('a page', () => {
  test('redirects a visitor to sign in and back if it needs a session', async () => {
    expect(await open('/cloud-management?tab=compute', null)).toEqual({
      status: 302,
      redirect: `/auth?next=${encodeURIComponent('/cloud-management?tab=compute')}`,
    })
  })

  test.each([
    ['/ssl-certificates?tab=dns', '/ssl-certificates'],
    ['/cloud-management?tab=junk&q=web', '/cloud-management?q=web'],
    ['/files?page=abc', '/files'],
    ['/contact?sent=call+0800', '/contact'],
  ])('opens without search parameters that it does not know: %s', async (asked, opened) => {
    expect(await open(asked, viewer)).toEqual({ status: 302, redirect: opened })
  })

  test('is rendered in full, with its title, for a signed-in user', async () => {
    const page = await open('/ssl-certificates', viewer)
    expect(page.status).toBe(200)
    expect('html' in page && page.html).toContain('SSL certificate management coming soon')
    expect('html' in page && page.html).toContain('<title>SSL Certificates · Test Company</title>')
    expect('html' in page && page.html).toContain('href="/api/logout"')
  })

  test('for a domain includes the certificate that another feature adds, without any script', async () => {
    const domain = {
      id: '019aa000-0000-7000-8000-000000000002',
      name: 'example.com',
      status: 'active',
      ssl: false,
      autoRenew: true,
      hsts: false,
      httpsRedirect: true,
      nameservers: [],
      certificate: { state: 'off', isTrusted: false, until: null, problem: null },
    }
    const preflight = { isReady: true, findings: [] }
    const answers = new Map<string, unknown>([
      ['domains.list', [domain]],
      ['servers.list', []],
      ['domains.dnssec.get', { enabled: false, ds: [], dnskey: [], message: '' }],
      [
        'certificates.get',
        {
          isEnabled: false,
          ssl: false,
          status: 'off',
          isAwaited: false,
          isTrusted: false,
          problem: null,
          names: [],
          preflight,
        },
      ],
    ])
    const page = await open(
      `/domains?domain=${domain.id}&tab=ssl`,
      viewer,
      async (path) => answers.get(path) ?? null,
    )
    expect(page.status).toBe(200)
    expect('html' in page && page.html).toContain('HTTPS is off for example.com.')
    // Asked for with the page, not once its script has read what there is.
    expect('html' in page && page.html).toContain('data-chunks="/assets/domain-certificate.js"')
  })

  test('shows the Admin Panel only to an administrator', async () => {
    const [customer, administrator] = await Promise.all([
      open('/ssl-certificates', viewer),
      open('/ssl-certificates', { ...viewer, isAdmin: true }),
    ])
    expect('html' in customer && customer.html).not.toContain('Admin Panel')
    expect('html' in administrator && administrator.html).toContain('Admin Panel')
  })

  test('is a public 404 for a visitor at an unknown address', async () => {
    const page = await open('/nonsense', null)
    expect(page.status).toBe(404)
    expect('html' in page && page.html).toContain('404 Page Not Found')
  })

  test('is a 404 inside the shell for a signed-in user at an unknown address', async () => {
    const page = await open('/nonsense', viewer)
    expect(page.status).toBe(404)
    expect('html' in page && page.html).toContain('>Page Not Found</h1>')
    expect('html' in page && page.html).toContain('The requested page could not be found.')
    expect('html' in page && page.html).toContain('<li aria-current="page">Page Not Found</li>')
  })

  test('in the admin area is a 404 within the shell for a customer', async () => {
    const page = await open('/admin/orders', viewer)
    expect(page.status).toBe(404)
    const html = 'html' in page ? page.html : ''
    expect(html).toContain('The requested page could not be found.')
    expect(html).toContain('id="main"')
    expect(html).not.toContain('Admin Panel')
  })

  test('at / is the landing page or the customer’s dashboard, regardless of earlier requests', async () => {
    const empty: CallProcedure = async (path) =>
      path === 'catalogue.all' ? { categories: [], plans: [] } : []
    const home = async (who: Viewer | null) => (await open('/', who, empty)).redirect ?? 'landing'
    const seen = [await home(null), await home(viewer), await home(null), await home(viewer)]
    expect(seen).toEqual(['landing', '/select-plan', 'landing', '/select-plan'])
  })

  test('shows the reason and the status when its loader fails, unless a call was refused', async () => {
    const broken = await open('/', viewer, async () => 5)
    expect(broken).toMatchObject({ status: 500, failure: expect.any(TypeError) })
    const refused = TRPCClientError.from({
      error: { code: -32_603, message: 'no', data: { httpStatus: 404 } },
    })
    const unknown = await open('/servers/019aa000-0000-7000-8000-000000000001', viewer, () =>
      Promise.reject(refused),
    )
    expect(unknown).toMatchObject({ status: 404 })
    expect('failure' in unknown && unknown.failure).toBeUndefined()
  })

  test.each([
    ['/auth', /Sign in to manage your hosting/],
    ['/contact', /Write to our support team/],
    ['/terms', /The terms on which/],
    ['/refund-policy', /When fees are refunded/],
    ['/status', /Measured uptime/],
  ])('at %s is described for search engines', async (path, sentence) => {
    const page = await open(path, null)
    const described = 'html' in page && /<meta name="description" content="([^"]*)">/.exec(page.html)?.[1]
    expect(described).toMatch(sentence)
  })

  test('for everybody separates neighbouring links in text-only browsers', async () => {
    const empty: CallProcedure = async () => []
    for (const path of ['/', '/terms', '/contact']) {
      const page = await open(path, null, empty)
      expect('html' in page && page.html).not.toMatch(/<\/a><a\b/)
    }
  })

  test('for everybody shows the rows of an address as lines', async () => {
    const page = await open('/contact', null)
    const addresses = [...('html' in page ? page.html : '').matchAll(/<address>(.*?)<\/address>/g)]
    expect(addresses.length).toBeGreaterThan(1)
    for (const [, rows] of addresses) expect(rows).toContain('<br/>')
  })

  test('rendered for one caller reveals nothing about that caller to the next', async () => {
    await open('/ssl-certificates', viewer)
    const page = await open('/nonsense', null)
    expect('html' in page && page.html).not.toContain(viewer.email)
  })
})
