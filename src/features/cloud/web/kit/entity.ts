import type { ReactNode } from 'react'
import type { ResourceDetails, ResourceKind } from '../../contract.ts'
import type { Field } from './fields.tsx'

/** The common columns of every stored resource. */
export type Resource = {
  id: string
  region: string
  providerId: string
  sample: boolean
  simulated: boolean
}

export type Fact = { name: string; value: ReactNode }

/** The stored details of a resource beyond its list, loaded one resource at a time. */
export type Stored = { kind: ResourceKind; factsOf: (details: ResourceDetails) => Fact[] }

/** The resource whose metrics the drawer draws; all of them unless one is named. */
export type Measured = { resourceId: string; metricName?: string }

/** One stored entity: the single definition of how its rows are named, listed, searched and shown in full. */
export type Entity<Row extends Resource> = {
  /** In the URL. */
  id: string
  title: string
  /** The singular, in a sentence. */
  one: string
  nameHeader?: string
  nameOf: (row: Row) => string
  columns: Field<Row>[]
  /** Details of the row itself, in the drawer only. */
  details?: Field<Row>[]
  storedOf?: (row: Row) => Stored
  measuredOf?: (row: Row) => Measured
}

export const factsOf = <Row>(fields: readonly Field<Row>[], row: Row): Fact[] =>
  fields.map(({ header, cell }) => ({ name: header, value: cell(row) }))

type Details<Kind extends ResourceKind> = Extract<ResourceDetails, { kind: Kind }>

const isKind = <Kind extends ResourceKind>(details: ResourceDetails, kind: Kind): details is Details<Kind> =>
  details.kind === kind

export const stored =
  <Kind extends ResourceKind>(kind: Kind, fields: Field<Details<Kind>>[]) =>
  (): Stored => ({
    kind,
    factsOf: (details) => (isKind(details, kind) ? factsOf(fields, details) : []),
  })
