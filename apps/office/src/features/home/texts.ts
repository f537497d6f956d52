import { defineTexts } from '../../lib/texts.ts'

export const homeTexts = defineTexts('home', {
  hello: ['{{name}}，您好', 'Hello, {{name}}'],
})
