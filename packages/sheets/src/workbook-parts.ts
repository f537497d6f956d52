import { escapeXml } from './sheet-xml.ts'

// ECMA-376, part 1 (SpreadsheetML) and part 2 (packaging).
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const FORMATS = 'http://schemas.openxmlformats.org'
const MAIN = `${FORMATS}/spreadsheetml/2006/main`
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`
const PACKAGE = `${FORMATS}/package/2006`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATIONS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml'

/** Excel's limits for the name of a sheet. */
const NAME_MAX = 31
const NOT_IN_NAMES = /[[\]:*?/\\]|^'|'$/g

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/**
 * Every other XML part is a sheet, so that the content types can be written first and the number of sheets be known
 * last.
 */
const contentTypes = `${HEAD}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="${RELATIONS_TYPE}"/>\
<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>\
</Types>`

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
const relations = (list: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`

/** Formats in the order of STYLES: general, header, text, time, decimal, integer. */
const styles = `${HEAD}<styleSheet xmlns="${MAIN}">\
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>\
${[49, 164, 4, 1].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}\
</cellXfs></styleSheet>`

/** The parts that are the same in every workbook; the content types come first, as readers expect. */
export const FIXED_PARTS: readonly { name: string; xml: string }[] = [
  { name: '[Content_Types].xml', xml: contentTypes },
  { name: '_rels/.rels', xml: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
  { name: 'xl/styles.xml', xml: styles },
]

/** Returns the parts that list the sheets, which are written last. */
export function closingParts(sheetNames: readonly string[]): { name: string; xml: string }[] {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const targets = sheetNames.map((_name, index) =>
    relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  const workbook = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`
  const styleRelation = relation(`rId${sheetNames.length + 1}`, 'styles', 'styles.xml')
  return [
    { name: 'xl/workbook.xml', xml: workbook },
    { name: 'xl/_rels/workbook.xml.rels', xml: relations(targets.join('') + styleRelation) },
  ]
}

/** Returns a sheet name that Excel accepts; further sheets of the same rows are numbered. */
export function sheetName(wanted: string, part: number): string {
  const suffix = part === 1 ? '' : ` (${part})`
  const name = wanted.replace(NOT_IN_NAMES, ' ').trim() || 'Sheet'
  return name.slice(0, NAME_MAX - suffix.length) + suffix
}

/** The XML before the rows of a sheet; it freezes the header row. */
export const sheetOpening = (columns: string) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${columns}</cols><sheetData>`

export const sheetClosing = (validations: string) => `</sheetData>${validations}</worksheet>`
