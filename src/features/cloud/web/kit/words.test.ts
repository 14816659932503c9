import { expect, test } from 'bun:test'
import { inWords } from './words.ts'

test.each([
  ['cpuUtilization', 'CPU use'],
  ['STANDARD_IA', 'Infrequent access'],
  ['STANDARD', 'Standard'],
  ['dead-letter-queue', 'Dead-letter queue'],
  ['load-balancer', 'Load balancer'],
  ['nodejs24.x', 'Node.js 24'],
  ['python3.13', 'Python 3.13'],
  ['diskReadBytes', 'Disk read bytes'],
  ['constructor', 'Constructor'],
  ['', ''],
])('%s reads %s', (name, text) => expect(inWords(name)).toBe(text))
