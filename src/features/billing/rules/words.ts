const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')

/** A number below one hundred. */
function two(number: number): string {
  if (number < 20) return small[number] ?? ''
  const rest = number % 10
  return [tens[Math.floor(number / 10) - 2], rest > 0 ? small[rest] : ''].filter(Boolean).join(' ')
}

const groups = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** A whole number in words, with Indian grouping. */
function whole(number: number): string {
  const group = groups.find(([size]) => number >= size)
  if (!group) return two(number)
  const [size, name] = group
  const rest = number % size
  return [whole(Math.floor(number / size)), name, ...(rest > 0 ? [whole(rest)] : [])].join(' ')
}

/** `Rupees One Lakh Twenty Eight Thousand and Fifty Paise Only` */
export function amountInWords(paise: number): string {
  const rest = paise % 100
  const rupees = `Rupees ${whole(Math.floor(paise / 100))}`
  if (rest === 0) return `${rupees} Only`
  const part = `${two(rest)} ${rest === 1 ? 'Paisa' : 'Paise'} Only`
  return paise < 100 ? part : `${rupees} and ${part}`
}
