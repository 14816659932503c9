import { afterEach, beforeEach, describe, expect, type Mock, mock, spyOn, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { redirectAfterSignUpMs, texts } from '#features/auth/contract/texts.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import { currentToast } from '#web/ui/overlays/toast.ts'
import { AuthDialog } from './auth-dialog.tsx'

const user = userEvent.setup({ document })
const close = mock()
const realTimeout = globalThis.setTimeout
let leave: Mock<typeof window.location.replace>
beforeEach(() => {
  close.mockClear()
  leave = spyOn(window.location, 'replace').mockImplementation(() => {})
})

afterEach(() => {
  leave.mockRestore()
  globalThis.setTimeout = realTimeout
})

/** Captures the delayed callback after sign-up, so that no test waits for it. */
function holdRedirects(): (() => void)[] {
  const held: (() => void)[] = []
  // Not a spy: the testing library would take it for a stopped clock.
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    ms === redirectAfterSignUpMs ? held.push(run) : realTimeout(run, ms)) as typeof setTimeout
  return held
}

type Call = (path: string, input: unknown) => Promise<unknown>

const open = (mode: AuthMode, call: Call = async () => ({}), plan?: string) =>
  renderWithCalls(<AuthDialog mode={mode} plan={plan} onClose={close} />, call)

const refusal = (status: number, message?: string, fields?: Record<string, string>) => async () => {
  throw new ApiError(status, message ?? '', { ...(message && { message }), ...(fields && { fields }) })
}

async function fill(fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole('button', { name: button }))
}

const credentials = { 'Email or mobile number': 'a@example.com', Password: 'correct horse' }
const person = {
  Email: 'a@example.com',
  'Mobile number': '\u202a+91 (0)98765\u201143210\u202c',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
}

const offers = (id: string) => [{ plans: [{ id, name: 'Business', price: 299 }] }]

const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description })

describe('the sign-in dialog', () => {
  test('opens in the requested mode and switches between the two', async () => {
    open('signup')
    expect(screen.getByRole('tab', { name: 'Create Account' }).getAttribute('aria-selected')).toBe('true')
    await user.click(screen.getByRole('tab', { name: 'Sign In' }))
    expect(screen.getByLabelText('Email or mobile number')).toBeTruthy()
    expect(screen.queryByLabelText('Confirm password')).toBeNull()
  })

  test('moves between its tabs with the arrow keys', async () => {
    open('login')
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('emailOrMobile'))
    screen.getByRole('tab', { name: 'Sign In' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Create Account')
    expect(screen.getByLabelText('Confirm password')).toBeTruthy()
  })

  test('posts its form to /auth with both passwords, which are compared there', () => {
    open('signup')
    const form = document.querySelector('form')
    expect(form?.getAttribute('action')).toBe('/auth')
    expect(form?.method).toBe('post')
    const names = [...(form?.querySelectorAll('input') ?? [])].map((input) => input.getAttribute('name'))
    expect(names).toEqual(['mode', 'email', 'mobile', 'password', 'confirmPassword', 'firstName', 'lastName'])
  })

  test('labels its fields for password managers', () => {
    open('login')
    expect(screen.getByLabelText('Email or mobile number').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  test('can show a password', async () => {
    open('login')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  })
})

describe('the sign-in form', () => {
  test('sends both fields, closes and goes to /', async () => {
    const call = mock(async () => ({}))
    open('login', call)
    await fill(credentials, 'Sign In')
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'))
    expect(call).toHaveBeenCalledWith('auth.login', {
      emailOrMobile: 'a@example.com',
      password: 'correct horse',
    })
    expect(close).toHaveBeenCalled()
  })

  test('asks for missing fields and sends nothing', async () => {
    const call = mock(async () => ({}))
    open('login', call)
    await fill({ Password: 'x' }, 'Sign In')
    expect(screen.getByText('Enter your email or mobile number.')).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
  })

  const failures: [string, Call, string][] = [
    ["the server's own sentence", refusal(429, 'Try again in 2 seconds.'), 'Try again in 2 seconds.'],
    ['no sentence', refusal(401), 'Invalid credentials'],
    ['no answer at all', refusal(0), 'Something went wrong. Please try again.'],
    ['a gateway that speaks no JSON', refusal(502), 'Invalid credentials'],
  ]
  test.each(failures)('shows a refusal with %s', async (_name, call, description) => {
    open('login', call)
    await fill(credentials, 'Sign In')
    await waitFor(() => expect(toast()).toEqual({ title: 'Login Failed', description }))
    expect(currentToast()?.variant).toBe('destructive')
    expect(leave).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()
  })

  test('shows that it is busy, sends once, and can be used again afterwards', async () => {
    const { promise, reject } = Promise.withResolvers<unknown>()
    const call = mock(() => promise)
    open('login', call)
    await fill(credentials, 'Sign In')
    const button = screen.getByRole('button', { name: 'Sign In' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(call).toHaveBeenCalledTimes(1)
    reject(new ApiError(401, '', { message: 'Invalid credentials' }))
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  })
})

describe('the sign-up form', () => {
  test('reports two different passwords before anything is sent', async () => {
    const call = mock(async () => ({}))
    open('signup', call)
    await fill({ ...person, 'Confirm password': 'other' }, 'Create Account')
    expect(toast()).toEqual({ title: 'Signup Failed', description: 'Passwords do not match' })
    expect(call).not.toHaveBeenCalled()
    expect(document.activeElement === screen.getByLabelText('Confirm password')).toBe(true)
  })

  test("clears a field's error once the field is corrected", async () => {
    open(
      'signup',
      mock(async () => ({})),
    )
    await fill({ ...person, 'Confirm password': 'other' }, 'Create Account')
    const confirm = screen.getByLabelText('Confirm password')
    expect(confirm.getAttribute('aria-invalid')).toBe('true')
    await user.clear(confirm)
    await user.type(confirm, person.Password)
    expect(confirm.getAttribute('aria-invalid')).not.toBe('true')
    expect(document.querySelector('.field-alert')).toBeNull()
    expect(document.activeElement === confirm).toBe(true)
  })

  test.each(['Email', 'Mobile number'])('requires %s', async (label) => {
    const call = mock(async () => ({}))
    open('signup', call)
    await fill({ ...person, [label]: ' ' }, 'Create Account')
    expect(toast()).toEqual({
      title: 'Signup Failed',
      description: 'Both email and mobile number are required',
    })
    expect(call).not.toHaveBeenCalled()
  })

  test('shows all errors in one round, each below its field and once', async () => {
    const call = mock(async () => ({}))
    open('signup', call)
    await fill(
      { Email: 'asha', 'Mobile number': '12', Password: 'short', 'Confirm password': 'other' },
      'Create Account',
    )
    const invalid = [...document.querySelectorAll('[aria-invalid="true"]')]
    expect(invalid.map((field) => field.getAttribute('name'))).toEqual([
      'email',
      'mobile',
      'password',
      'confirmPassword',
    ])
    const told = document.querySelector('form')?.textContent ?? ''
    expect(told.split('Passwords do not match')).toHaveLength(2)
    expect(call).not.toHaveBeenCalled()
  })

  test('offers to sign in when the account exists, and keeps the chosen plan', async () => {
    const plan = Bun.randomUUIDv7()
    open('signup', refusal(409, texts.accountExists), plan)
    await fill(person, 'Create Account')
    const link = await screen.findByRole('link', { name: 'Sign in instead' })
    expect(link.getAttribute('href')).toBe(`/auth?plan=${plan}`)
  })

  test('names the chosen plan, and continues to its order', async () => {
    const plan = Bun.randomUUIDv7()
    open('signup', async (path) => (path === 'catalogue.all' ? offers(plan) : {}), plan)
    expect(await screen.findByText('Business')).toBeTruthy()
    expect(screen.getByText('₹299/month')).toBeTruthy()
    const held = holdRedirects()
    await fill(person, 'Create Account')
    await waitFor(() => expect(held).toHaveLength(1), { timeout: 3_000 })
    held[0]?.()
    expect(leave).toHaveBeenCalledWith(`/select-plan?plan=${plan}`)
  })

  test('sends the account without the repeated password, shows a toast, and goes to / after a second', async () => {
    const call = mock(async () => ({}))
    open('signup', call)
    const held = holdRedirects()
    await fill(person, 'Create Account')
    // The default wait of the testing library equals the captured delay.
    await waitFor(() => expect(close).toHaveBeenCalled(), { timeout: 3_000 })
    expect(call).toHaveBeenCalledWith('auth.register', {
      email: 'a@example.com',
      mobile: '\u202a+91 (0)98765\u201143210\u202c',
      password: 'correct horse',
      firstName: '',
      lastName: '',
    })
    expect(toast().title).toBe('Account Created')
    expect(toast().description).toMatch(/redirecting .*dashboard.*services/i)
    expect(leave).not.toHaveBeenCalled()
    expect(held).toHaveLength(1)
    held[0]?.()
    expect(leave).toHaveBeenCalledWith('/')
  })

  const failures: [string, Call, string][] = [
    ["the server's own sentence", refusal(409, 'This email is taken.'), 'This email is taken.'],
    ['no sentence', refusal(422), 'Account creation failed'],
    ['no answer at all', refusal(0), 'Something went wrong. Please try again.'],
  ]
  test.each(failures)('shows a refusal with %s', async (_name, call, description) => {
    open('signup', call)
    await fill(person, 'Create Account')
    await waitFor(() => expect(toast()).toEqual({ title: 'Signup Failed', description }))
  })

  test('shows the server’s message about a field below it', async () => {
    const sentence = 'Enter a valid mobile number.'
    open('signup', refusal(422, sentence, { mobile: sentence }))
    await fill(person, 'Create Account')
    const field = screen.getByLabelText('Mobile number')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe(sentence)
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('a@example.com')
  })
})
