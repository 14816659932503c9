import { expect, test } from 'bun:test'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

/** A list loaded by `answer`, with a count of its loads. */
function createList(answer: () => unknown) {
  const read = { times: 0 }
  const options = {
    queryKey: ['list'],
    queryFn: async () => {
      read.times += 1
      return answer()
    },
  }
  return { read, options }
}

type Listed = ReturnType<typeof createList>

function List({ options }: Pick<Listed, 'options'>) {
  const { status, data } = useQuery(options)
  return <p>{`${status} ${data ?? ''}`}</p>
}

const show = (client: ReturnType<typeof createQueryClient>, { options }: Listed) =>
  render(
    <QueryClientProvider client={client}>
      <List options={options} />
    </QueryClientProvider>,
  )

const refuse = (status: number) => () => {
  throw new ApiError(status, '{}', { message: 'No.' })
}

test('a query that was refused by the loader is not repeated by the page', async () => {
  const client = createQueryClient()
  const list = createList(refuse(500))
  await client.prefetchQuery(list.options)
  show(client, list)
  await screen.findByText('error')
  expect(list.read.times).toBe(1)
  await client.refetchQueries()
  expect(list.read.times).toBe(2)
})

test('a query that failed because the server was unreachable is repeated', async () => {
  const client = createQueryClient()
  const list = createList(refuse(0))
  await client.prefetchQuery(list.options)
  await client.prefetchQuery(list.options)
  expect(list.read.times).toBe(2)
})
