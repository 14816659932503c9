import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { AppBoundary } from './app-boundary.tsx'

const Broken = () => {
  throw new Error('broken')
}

test('a fault outside of any page is a sentence and a way on, not an empty window', () => {
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
