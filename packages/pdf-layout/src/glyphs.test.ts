import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import PDFKit from 'pdfkit'
import { drawable, faceOf, fontFiles, missingGlyphs } from './glyphs.ts'

/** The types of pdfkit hide the font file, whose character map says which characters it covers. */
function charactersOf(file: URL): string[] {
  const pdf = new PDFKit({ autoFirstPage: false, font: file.pathname })
  const opened: unknown = Reflect.get(Reflect.get(pdf, '_font'), 'font')
  assert.ok(opened !== null && typeof opened === 'object' && 'characterSet' in opened)
  assert.ok(Array.isArray(opened.characterSet))
  return opened.characterSet.map((codePoint: number) => String.fromCodePoint(codePoint))
}

function gbkCharacters(): string[] {
  const decoder = new TextDecoder('gbk')
  const characters: string[] = []
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const char = decoder.decode(Uint8Array.of(lead, trail))
      if ([...char].length === 1 && /[^\ufffd\p{Private_Use}]/u.test(char)) characters.push(char)
    }
  }
  return characters
}

describe('what the fonts can draw', () => {
  it('matches coverage.json for every face', () => {
    for (const [face, file] of fontFiles.entries()) {
      const wrong = charactersOf(file).filter((char) => faceOf(char) !== face)
      assert.deepEqual(wrong, [], file.pathname)
    }
  })

  it('covers all of GBK except the sign ≒', () => {
    const characters = gbkCharacters()
    assert.ok(characters.length > 21_000)
    assert.deepEqual(missingGlyphs(characters.join('')), ['≒'])
  })

  it('covers rare characters of names, in GBK or not', () => {
    for (const name of ['王堃喆', '㐂𠮷䶮龘', '阿卜杜拉·买买提', 'Zoë Müller', '㬵㫚𬱖𫘧']) {
      assert.deepEqual(missingGlyphs(name), [], name)
    }
  })

  it('excludes emoji, private use, controls and lone surrogates; each is named once', () => {
    assert.deepEqual(missingGlyphs('王😀\ue000明😀'), ['😀', '\ue000'])
    assert.deepEqual(missingGlyphs('a\u0007b\u202ec\ud842'), ['\u0007', '\u202e', '\ud842'])
  })
})

describe('text before it is drawn', () => {
  it('keeps one character per glyph, the usual one', () => {
    assert.equal(drawable('⽂⽅•・\u00a0胶㬵'), '文方·· 胶㬵')
  })

  it('loses invisible characters, and composes marks', () => {
    assert.equal(drawable('甲\u200b方\ufeff\r\n乙\tZoe\u0308'), '甲方\n乙 Zoë')
  })

  it('uses ASCII quotation marks in English and inside Latin words only', () => {
    assert.equal(drawable('“Party A’s fee”…', 'en'), `"Party A's fee"...`)
    assert.equal(drawable('“Party A’s”……'), `“Party A's”……`)
  })
})
