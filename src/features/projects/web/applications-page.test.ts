import { expect, test } from 'bun:test'
import type { Service } from '#features/services/contract/contract.ts'
import type { Outline } from '../contract/contract.ts'
import { applicationsOf } from './applications-page.tsx'

const project = (name: string, publishedServiceId: string | null, publishedAt: string | null): Outline => ({
  id: name,
  name,
  description: null,
  publishedServiceId,
  publishedAt,
  publishUndo: null,
  createdAt: '2026-11-21T08:30:00.000Z',
  updatedAt: '2026-11-21T08:30:00.000Z',
  files: [],
})

test('lists the published projects, newest first, each with its service if that still exists', () => {
  const services = [{ id: 's1' } as Service]
  const projects = [
    project('draft', null, null),
    project('old', 's1', '2026-11-20T08:30:00.000Z'),
    project('new', 'ended', '2026-11-21T08:30:00.000Z'),
  ]
  expect(applicationsOf(projects, services).map((each) => [each.project.name, each.service?.id])).toEqual([
    ['new', undefined],
    ['old', 's1'],
  ])
})
