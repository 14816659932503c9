import { expect, test } from 'bun:test'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

/** A list that is read by `answer`, and how often it was. */
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

test('what was refused on the way to a page is not asked for again by the page, nor by its link', async () => {
  const client = createQueryClient()
  const list = createList(refuse(500))
  await client.prefetchQuery(list.options)
  await client.prefetchQuery(list.options)
  show(client, list)
  await screen.findByText('error')
  expect(list.read.times).toBe(1)
  await client.refetchQueries()
  expect(list.read.times).toBe(2)
})

test('what was not asked because the server was gone is asked for again', async () => {
  const client = createQueryClient()
  const list = createList(refuse(0))
  await client.prefetchQuery(list.options)
  await client.prefetchQuery(list.options)
  expect(list.read.times).toBe(2)
})

test('a list that an answer and an event concern at about the same time is read once', async () => {
  const client = createQueryClient()
  const list = createList(() => list.read.times)
  show(client, list)
  await screen.findByText('success 1')
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list'] }),
    client.invalidateQueries({ queryKey: ['other'] }),
    client.invalidateQueries(),
  ])
  await screen.findByText('success 2')
  await client.invalidateQueries()
  await screen.findByText('success 3')
  expect(list.read.times).toBe(3)
})

test('what changes while it is read is read again, though the former answer comes first', async () => {
  const client = createQueryClient()
  const list = createList(() => list.read.times)
  show(client, list)
  await screen.findByText('success 1')
  const reading = client.refetchQueries()
  const again = client.invalidateQueries()
  await reading
  await again
  await screen.findByText('success 3')
})
