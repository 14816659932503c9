import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAmount, readDay } from './read-cells.ts'
import { readCsv } from './read-csv.ts'
import { maxStatementRows, readStatement } from './read-statement.ts'

const read = (text: string) => {
  const found = readStatement(text)
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** CSV statements of the larger banks. */
const samples = {
  HDFC: [
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    '24/11/26,UPI-ASHA RAO-ASHA@OKBANK-SBIN0001234-632912345678-ORD06F5Y9G8W7TX,0000632912345678,24/11/26,,99.00,"1,28,099.00"',
    '24/11/26,ATW-512967XXXXXX1234-BENGALURU,0000000000004321,24/11/26,2000.00,,"1,26,099.00"',
  ],
  SBI: [
    'Account Name\t:\tHosting Private Limited',
    'Account Number\t:\t_00000012345678901',
    '',
    'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
    '24 Nov 2026\t24 Nov 2026\tBY TRANSFER-NEFT*HDFC0000001*N329261234567890*ASHA RAO--\tN329261234567890\t \t99.00\t1,28,099.00',
    '24 Nov 2026\t24 Nov 2026\tTO TRANSFER\t\t500.00\t \t1,27,599.00',
  ],
  ICICI: [
    'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
    '1,24/11/2026,24/11/2026,-,UPI/632912345678/Payment from PhonePe/asha@ybl,0.0,99.0,128099.0',
  ],
  Axis: [
    'Tran Date;CHQNO;PARTICULARS;DR;CR;BAL;SOL',
    '24-11-2026;-;IMPS/P2A/632912345678/ASHA RAO/HDFC;;99.00;128099.00;123',
  ],
  Kotak: [
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance',
    '1,24-11-2026 10:15:12,24-11-2026,UPI/ASHA RAO/632912345678/UPI,UPI-632912345678,99.00,CR,"1,28,099.00"',
    '2,24-11-2026 10:16:12,24-11-2026,UPI/SHOP/632912345679/UPI,UPI-632912345679,45.00,DR,"1,28,054.00"',
  ],
}

describe('finds the incoming payments in a statement of', () => {
  test.each(Object.entries(samples))('%s', (_, rows) => {
    const { lines } = read(rows.join('\r\n'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ day: '2026-11-24', amountPaise: 9_900 })
    expect(lines[0]?.narration).toMatch(/asha/i)
  })
})

test('reads a reference as letters and digits, and zeros or a dash as none', () => {
  const [line] = read(samples.SBI.join('\n')).lines
  expect(line?.reference).toBe('N329261234567890')
  expect(read(samples.Axis.join('\n')).lines[0]?.reference).toBe('')
})

const header = 'Date,Narration,Ref No,Debit,Credit'
const line = '24/11/2026,NEFT ASHA RAO,,,99.00'

test('gives a repeated file the same fingerprints, and equal lines of a file different ones', () => {
  const once = read([header, line, line].join('\n'))
  const again = read([header, line, line, '25/11/2026,OTHER,,,5.00'].join('\n'))
  const fingerprints = once.lines.map(({ fingerprint }) => fingerprint)
  expect(new Set(fingerprints).size).toBe(2)
  expect(again.lines.slice(0, 2).map(({ fingerprint }) => fingerprint)).toEqual(fingerprints)
})

test('a cell may contain the separator, quotes and line breaks', () => {
  const { lines } = read(`${header}\n24/11/2026,"NEFT, ""ASHA""\nRAO",A1,,"1,28,000.00"\n`)
  expect(lines).toMatchObject([{ narration: 'NEFT, "ASHA" RAO', amountPaise: 12_800_000 }])
})

test('removes control and direction characters', () => {
  const { lines } = read(`${header}\n24/11/2026,"NEFT\u0000 \u202EASHA\u0007",A1,,5\n`)
  expect(lines[0]?.narration).toBe('NEFT ASHA')
})

test.each([
  ['an empty file', ''],
  ['another kind of list', 'Name,Age\nAsha,30'],
  ['a table without amounts', 'Date,Narration\n24/11/2026,NEFT'],
  ['a binary spreadsheet', 'PK\u0003\u0004\u0014\u0000\u0006\u0000'],
])('refuses %s with a message', (_, text) => {
  expect(readStatement(text)).toMatch(/^The file has no header line with the columns/)
})

test('refuses a file with too many lines', () => {
  const rows = Array.from({ length: maxStatementRows + 2 }, () => line)
  expect(readStatement([header, ...rows].join('\n'))).toBe('The file has more than 10,000 lines.')
})

test.each([
  ['24/11/26', '2026-11-24'],
  ['24-Nov-2026', '2026-11-24'],
  ['4 November 2026', '2026-11-04'],
  ['2026-11-24T10:15:00', '2026-11-24'],
  ['31/02/2026', null],
  ['yesterday', null],
  ['1/1/1', null],
])('reads the date %s as %p', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test.each([
  ['99', 9_900],
  ['1,28,000.50', 12_800_050],
  ['₹ 99.5', 9_950],
  ['Rs. 99.00 Cr', 9_900],
  ['0.00', null],
  ['-99', null],
  ['99.001', null],
  ['=1+1', null],
  ['1e9', null],
])('reads the amount %s as %p paise', (text, paise) => {
  expect(readAmount(text)).toBe(paise)
})

test('never fails or invents money, on any file', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', ',', '\n', '""', '24/11/2026', '99.00', '=cmd()'))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 20 }), (rows) => {
      const found = readStatement([header, ...rows.map((row) => row.join(','))].join('\n'))
      if (typeof found === 'string') return
      for (const { amountPaise, narration } of found.lines) {
        expect(Number.isSafeInteger(amountPaise) && amountPaise > 0).toBe(true)
        expect(narration.length).toBeLessThanOrEqual(400)
      }
    }),
    { numRuns: 300 },
  )
})

test('reads cells back as written', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const filled = rows.map((row) => ['x', ...row])
      const text = filled
        .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      // The most frequent candidate in the text is the separator.
      fc.pre(
        text.split(',').length > text.split(';').length && text.split(',').length > text.split('\t').length,
      )
      expect(readCsv(text, 1_000)).toEqual(filled)
    }),
    { numRuns: 200 },
  )
})
