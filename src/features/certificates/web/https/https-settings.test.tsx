import { beforeEach, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { HstsSetting, RedirectSection } from './https-settings.tsx'

const user = userEvent.setup({ document })
const domain = {
  id: 'd',
  name: 'example.com',
  ssl: true,
  httpsRedirect: true,
  hsts: false,
  certificate: { isServed: true },
}

let calls: unknown[]
beforeEach(() => {
  calls = []
})
const show = (set: Partial<typeof domain>, answer: () => unknown = () => ({})) =>
  renderWithCalls(
    <>
      <RedirectSection domain={{ ...domain, ...set }} />
      <HstsSetting domain={{ ...domain, ...set }} />
    </>,
    async (path, input) => {
      if (path === 'domains.serving') calls.push(input)
      return answer()
    },
  )
const switchOf = (name: string) => screen.getByRole('switch', { name })

test('turns HSTS on after a warning, and off immediately', async () => {
  const { unmount } = show({})
  await user.click(switchOf('HSTS'))
  await screen.findByText(/will use nothing else for 180 days/)
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('Browsers use HTTPS only for 180 days.')
  unmount()
  show({ hsts: true })
  await user.click(switchOf('HSTS'))
  await screen.findByText('Browsers forget HSTS at their next visit over HTTPS.')
  expect(calls).toEqual([
    { id: 'd', hsts: true },
    { id: 'd', hsts: false },
  ])
})

test.each([
  [{ ssl: false }, 'HSTS', 'Turn on SSL to use HSTS.'],
  [{ httpsRedirect: false }, 'HSTS', 'Turn on the HTTPS redirect to use HSTS.'],
  [{ hsts: true }, 'HTTPS redirect', 'HSTS is on and needs this. Turn HSTS off first.'],
] as const)('with %j disables the switch for %s and says why', async (set, name, text) => {
  show(set)
  expect(switchOf(name)).toHaveProperty('disabled', true)
  await screen.findByText(text)
})

test('shows the https redirect as chosen, and reverts it if the server refuses', async () => {
  const answer = Promise.withResolvers<never>()
  show({}, () => answer.promise)
  await user.click(switchOf('HTTPS redirect'))
  expect(switchOf('HTTPS redirect')).toHaveProperty('checked', false)
  answer.reject(new ApiError(503, '{}', { message: 'The portal is busy.' }))
  await screen.findByText('The portal is busy.')
  await waitFor(() => expect(switchOf('HTTPS redirect')).toHaveProperty('checked', true))
})
