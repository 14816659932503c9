import { type Frequency, frequencies } from '../../contract/schedule.ts'

const rhythms: Record<Frequency, string> = {
  daily: 'Daily',
  weekly: 'Weekly, on Sunday',
  monthly: 'Monthly, on the 1st',
}

export const rhythmOptions = frequencies.map((value) => ({ value, label: rhythms[value] }))

/** "Daily at 02:30 IST". */
export const rhythmText = ({ frequency, time }: { frequency: Frequency; time: string }): string =>
  `${rhythms[frequency]} at ${time} IST`
