import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, widthsOf } from '../support/browser.ts'
import { stripedPng } from '../support/images.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const photo = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: stripedPng(300, 200, [
    [200, 60, 60],
    [60, 160, 90],
  ]),
}

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.each(widthsOf('desktop'))('a profile is read, edited, cancelled and saved on a %s', async (viewport) => {
  const person = await portal.customer({ firstName: 'Asha', lastName: 'Rao' })
  const { page, context, trace } = await portal.open(person, { viewport })
  await visit(page, '/profile')
  const organization = page.getByLabel('Organization')
  expect(await organization.getAttribute('readonly')).not.toBeNull()
  await expectNoAxeViolations(page)
  await press(page, 'Edit Profile')
  await organization.fill('Forgotten')
  await press(page, 'Cancel')
  expect(await organization.inputValue()).toBe('')
  await press(page, 'Edit Profile')
  await organization.fill('Rao & Sons')
  await page.getByLabel('Address', { exact: true }).fill('1 MG Road\nBengaluru')
  await page.getByLabel('Email Address').fill('nobody')
  await press(page, 'Save Changes')
  await toast(page, 'Update Failed')
  expect(await page.getByLabel('Email Address').getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(page)
  await page.getByLabel('Email Address').fill(person.email)
  await press(page, 'Save Changes')
  await toast(page, 'Your profile has been updated successfully.')
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Organization').inputValue()).toBe('Rao & Sons')
  expectQuiet(trace, [/status of 422/])
  await context.close()
})

test.each(widthsOf('phone'))(
  'a photo is cropped by keys, uploaded, saved and shown everywhere on a %s',
  async (viewport) => {
    const person = await portal.customer()
    const { page, context, trace } = await portal.open(person, { viewport })
    await visit(page, '/profile')
    await press(page, 'Edit Profile')
    await page.getByLabel('Profile photo').setInputFiles(photo)
    const crop = page.getByRole('application', { name: 'Visible part of the photo' })
    await crop.press('ArrowLeft')
    await crop.press('+')
    await expectNoAxeViolations(page)
    await press(page, 'Use photo')
    await toast(page, "Don't forget to save your changes.")
    expect((await person.call<{ profileImageUrl: null }>('/api/user')).profileImageUrl).toBeNull()
    await press(page, 'Save Changes')
    await toast(page, 'Profile Updated')
    const sources = await page
      .locator('img.avatar')
      .evaluateAll((images) =>
        images.map((image) => [image.getAttribute('src'), (image as HTMLImageElement).naturalWidth > 0]),
      )
    expect(sources).toHaveLength(2)
    expectQuiet(trace)
    await context.close()
  },
)

test('a change appears in another tab immediately, and unsaved edits there stay', async () => {
  const person = await portal.customer({ firstName: 'Asha', lastName: 'Rao' })
  const { page, context, trace } = await portal.open(person)
  await visit(page, '/profile')
  const other = await context.newPage()
  await other.goto(new URL('/profile', page.url()).href)
  await press(other, 'Edit Profile')
  await other.getByLabel('Organization').fill('Rao & Sons')
  await press(page, 'Edit Profile')
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Profile photo').setInputFiles(photo)
  await press(page, 'Use photo')
  await toast(page, 'Photo Uploaded')
  await press(page, 'Save Changes')
  await toast(page, 'Profile Updated')
  for (const each of [page, other]) {
    await each.getByText('Account menu of Meera Rao').waitFor({ state: 'attached' })
    await each.locator('.user-menu img.avatar').waitFor()
  }
  expect(await other.getByLabel('Organization').inputValue()).toBe('Rao & Sons')
  await press(other, 'Save Changes')
  await toast(other, 'Profile Updated')
  expect(await person.call<object>('/api/user')).toMatchObject({
    firstName: 'Meera',
    organization: 'Rao & Sons',
  })
  expectQuiet(trace)
  await context.close()
})

test('a photo’s upload shows its progress, and cancelling stops it', async () => {
  const person = await portal.customer()
  const { page, context } = await portal.open(person)
  let sent = 0
  await page.route(/signature=/, async (route) => {
    sent += 1
    await Bun.sleep(1_000)
    await route.continue().catch(() => {})
  })
  await visit(page, '/profile')
  await press(page, 'Edit Profile')
  await page.getByLabel('Profile photo').setInputFiles(photo)
  await press(page, 'Use photo')
  await page.getByRole('progressbar', { name: 'Photo upload' }).waitFor()
  // Saving now would lose the photo.
  await page.getByLabel('Organization').press('Enter')
  expect(await page.getByRole('button', { name: 'Edit Profile' }).count()).toBe(0)
  await until(async () => sent === 1)
  await press(page, 'Cancel')
  await Bun.sleep(1_500)
  expect(sent).toBe(1)
  expect(await page.locator('.toast').count()).toBe(0)
  await context.close()
})

test('a file that is too large or no image is refused before it is sent', async () => {
  const { page, context, trace } = await portal.open(await portal.customer())
  await visit(page, '/profile')
  await press(page, 'Edit Profile')
  const input = page.getByLabel('Profile photo')
  await input.setInputFiles({ ...photo, mimeType: 'text/plain', name: 'me.txt' })
  await toast(page, 'Please select an image under 5MB.')
  await input.setInputFiles({ ...photo, buffer: Buffer.from('no image') })
  await toast(page, 'Failed to upload profile photo. Please try again.')
  expect(trace.requests.filter(({ url }) => url.includes('objects'))).toEqual([])
  expectQuiet(trace)
  await context.close()
})

test('a mobile number is verified with the code, and the page says that no message leaves the portal', async () => {
  const { page, context, trace } = await portal.open(await portal.customer(), { viewport: 'phone' })
  await visit(page, '/profile')
  await press(page, 'Verify mobile number…')
  await press(page, 'Send code')
  await page.getByText('Text messages are not set up yet').waitFor()
  await expectNoAxeViolations(page)
  const folder = join(portal.server.dataDir, 'outbox')
  const name = await until(async () => (await readdir(folder)).find((each) => each.endsWith('.txt')))
  const code = /\n\n(\d{6})/.exec(await Bun.file(join(folder, name)).text())?.[1] ?? ''
  await page.getByLabel('Code').fill(code)
  await press(page, 'Verify')
  await toast(page, 'Mobile number verified')
  expectQuiet(trace)
  await context.close()
})
