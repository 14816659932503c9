import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { AppBoundary } from './app-boundary.tsx'

const Broken = () => {
  throw new Error('broken')
}

test('an error outside any page shows a message and a button to reload', () => {
  const error = console.error
  console.error = () => {}
  render(
    <AppBoundary>
      <Broken />
    </AppBoundary>,
  )
  console.error = error
  expect(screen.getByRole('alert').textContent).toContain('stopped working')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
})
