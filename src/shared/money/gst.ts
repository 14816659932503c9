/** The states and union territories of India by their two GST digits. */
export const states: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
}

export const isState = (code: string): boolean => Object.hasOwn(states, code)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

// State, permanent account number of the holder, registration number, Z, check digit.
const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** The last digit of a GSTIN from the 14 before it: Luhn's rule in base 36. */
function gstinCheckDigit(first14: string): string {
  let sum = 0
  for (const [i, digit] of [...first14].entries()) {
    const product = digits.indexOf(digit) * (i % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return digits[(36 - (sum % 36)) % 36] ?? ''
}

/** Whether this can be a GSTIN, by its form, state and check digit. */
export const isGstin = (gstin: string): boolean =>
  gstinPattern.test(gstin) && isState(gstin.slice(0, 2)) && gstinCheckDigit(gstin.slice(0, 14)) === gstin[14]
