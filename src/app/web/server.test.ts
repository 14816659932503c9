import { describe, expect, test } from 'bun:test'
import { openClientBuild } from '#web/client-build.ts'
import type { CallProcedure } from '#web/lib/links.ts'
import type { Viewer } from '#web/viewer.ts'
import { renderPage } from './server.tsx'

const manifest = {
  sources: '',
  entry: '/assets/core.js',
  css: '/assets/app.css',
  fonts: [],
  pages: {},
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
  test('that needs a session redirects a visitor to sign in and back', async () => {
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
  ])('is opened without the search parameters that it does not know: %s', async (asked, opened) => {
    expect(await open(asked, viewer)).toEqual({ status: 302, redirect: opened })
  })

  test('is rendered in full, with its title, for a signed-in user', async () => {
    const page = await open('/ssl-certificates', viewer)
    expect(page.status).toBe(200)
    expect('html' in page && page.html).toContain('SSL certificate management coming soon')
    expect('html' in page && page.html).toContain('<title>SSL Certificates · Test Company</title>')
    expect('html' in page && page.html).toContain('href="/api/logout"')
  })

  test('shows the Admin Panel only to an administrator', async () => {
    const [customer, administrator] = await Promise.all([
      open('/ssl-certificates', viewer),
      open('/ssl-certificates', { ...viewer, isAdmin: true }),
    ])
    expect('html' in customer && customer.html).not.toContain('Admin Panel')
    expect('html' in administrator && administrator.html).toContain('Admin Panel')
  })

  test('that does not exist is a public 404 for a visitor', async () => {
    const page = await open('/nonsense', null)
    expect(page.status).toBe(404)
    expect('html' in page && page.html).toContain('404 Page Not Found')
  })

  test('that does not exist is a 404 inside the shell for a signed-in user', async () => {
    const page = await open('/nonsense', viewer)
    expect(page.status).toBe(404)
    expect('html' in page && page.html).toContain('>Page Not Found</h1>')
    expect('html' in page && page.html).toContain('The requested page could not be found.')
  })

  test('at / is the visitor’s or the customer’s own, whoever was served first', async () => {
    const empty: CallProcedure = async (path) =>
      path === 'catalogue.all' ? { categories: [], plans: [] } : []
    const home = async (who: Viewer | null) => (await open('/', who, empty)).redirect ?? 'landing'
    const seen = [await home(null), await home(viewer), await home(null), await home(viewer)]
    expect(seen).toEqual(['landing', '/select-plan', 'landing', '/select-plan'])
  })

  test('rendered for one caller reveals nothing of it to the next', async () => {
    await open('/ssl-certificates', viewer)
    const page = await open('/nonsense', null)
    expect('html' in page && page.html).not.toContain(viewer.email)
  })
})
