import { notFound } from '@tanstack/react-router'
import { statusOf } from '#web/lib/calls/api-error.ts'

/** Where temporary sites are not offered, their pages are not found. */
export const orUnknown = (error: unknown): never => {
  throw statusOf(error) === 404 ? notFound() : error
}
