import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Column, DataTable, readSort, writeSort } from './data-table.tsx'

type Row = { id: string; name: string; size: number }

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { key: 'size', header: 'Size', cell: (row) => row.size, align: 'right', sortValue: (row) => row.size },
]
const rows: Row[] = [
  { id: 'a', name: 'file10', size: 9 },
  { id: 'b', name: 'file2', size: 100 },
]
const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) =>
  renderToStaticMarkup(
    <DataTable caption="Files" columns={columns} rows={rows} rowId={(row) => row.id} {...props} />,
  )

describe('a data table', () => {
  test('keeps the order of its rows', () => {
    const html = table()
    expect(html.indexOf('file10')).toBeLessThan(html.indexOf('file2'))
  })

  test('sorts numbers numerically, and names by the numbers in them', () => {
    const byName = table({ sort: { key: 'name', direction: 'asc' }, onSort: () => {} })
    expect(byName.indexOf('file2')).toBeLessThan(byName.indexOf('file10'))
    expect(byName).toContain('aria-sort="ascending"')
    const bySize = table({ sort: { key: 'size', direction: 'desc' }, onSort: () => {} })
    expect(bySize.indexOf('>100<')).toBeLessThan(bySize.indexOf('>9<'))
  })

  test('marks the name, state and actions for cards, and the columns that a narrow table omits', () => {
    const [name, size] = columns as [Column<Row>, Column<Row>]
    const html = table({
      columns: [
        { ...name, card: 'actions' },
        { ...size, card: 'state', isDetail: true },
      ],
    })
    expect(html).toContain('<td data-label="Name" data-card="name">')
    expect(html).toContain('<td data-label="Size" data-align="right" data-card="state" data-detail="true">')
    expect(html).toContain('<th scope="col" data-align="right" data-detail="true">')
  })

  test('labels each check box after its row', () => {
    const html = table({
      selection: { ids: new Set(['b']), onPick: () => {}, onPickAll: () => {} },
      rowLabel: (row) => row.name,
    })
    expect(html).toContain('aria-label="Select file10"')
  })
})

test('a sort can be written to and read from the URL, which ignores an unknown column', () => {
  expect(readSort('-size', columns)).toEqual({ key: 'size', direction: 'desc' })
  expect(writeSort({ key: 'size', direction: 'desc' })).toBe('-size')
  expect(readSort('constructor', columns)).toBeUndefined()
  expect(readSort(3, columns)).toBeUndefined()
})
