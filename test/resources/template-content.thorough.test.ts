import { describe, expect, test } from 'vitest'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'

/** The response for the default content of some HTML. */
async function contentOf(html: string) {
  const { call } = mock()
  const { body: template } = await call('POST /3.0/templates', { name: 'T', html })
  return call(`GET /3.0/templates/${template.id}/default-content`)
}

const sectionsOf = async (html: string) => (await contentOf(html)).body.sections

describe('getTemplateDefaultContent', () => {
  test('the default content of a template has the editable regions by name, with the link to the template first', async () => {
    const { body } = await contentOf('<h1 data-edit="title">Sale</h1><div mc:edit="body"><p>Everything <b>must</b> go.</p></div>')
    expect(body).toEqual({
      sections: { title: 'Sale', body: '<p>Everything <b>must</b> go.</p>' },
      _links: expect.any(Array),
    })
  })

  test.each([
    ['nothing editable', '<p>Sale</p>', {}],
    ['no tags at all', 'Sale', {}],
    ['an empty region', '<p data-edit="a"></p>', { a: '' }],
    [
      'mixed case, entities and merge tags',
      "<DIV data-edit=a>\r\n <BR> 5 &lt; 6 &amp; *|FNAME|* 'x' é 🎉</DIV>",
      {
        a: "\r\n <BR> 5 &lt; 6 &amp; *|FNAME|* 'x' é 🎉",
      },
    ],
    ['multi-unit characters before the region', '🎉\r\n\r\n&eacute;<p data-edit="a">x</p>', { a: 'x' }],
    ['a byte order mark at the beginning', '\uFEFF<p data-edit="a">x</p>', { a: 'x' }],
    ['unusual attribute syntax', "<p DATA-EDIT='a'>1</p><p Mc:Edit = b >2</p>", { a: '1', b: '2' }],
    ['spaces around a name', '<p data-edit=" a b ">1</p>', { 'a b': '1' }],
    ['no name', '<p data-edit>1</p><p data-edit="">2</p><p mc:edit="  ">3</p>', {}],
    ['both attributes', '<p mc:edit="b" data-edit="a">1</p>', { a: '1' }],
    ['both attributes, one of them empty', '<p data-edit="" mc:edit="b">1</p>', { b: '1' }],
    [
      'nested regions',
      '<div data-edit="outer">1<p data-edit="inner">2</p>3</div>',
      {
        outer: '1<p data-edit="inner">2</p>3',
        inner: '2',
      },
    ],
    ['a duplicate name', '<p data-edit="a">first</p><p mc:edit="a">second</p>', { a: 'first' }],
    ['a duplicate name nested in itself', '<div data-edit="a">1<p data-edit="a">2</p></div>', { a: '1<p data-edit="a">2</p>' }],
    [
      'void elements',
      '<img data-edit="logo" src="x.png"><br mc:edit="b"/><input data-edit=i>',
      {
        logo: '',
        b: '',
        i: '',
      },
    ],
    ['a comment', '<!-- <p data-edit="a">1</p> --><p data-edit="b"><!-- kept -->2</p>', { b: '<!-- kept -->2' }],
    ['a script', '<script>"<p data-edit=\\"a\\">1</p>"</script><p data-edit="b">2</p>', { b: '2' }],
    ['a style', '<style>/* <p data-edit="a">1</p> */</style>', {}],
    ['a region that is a script', '<script data-edit="a">if (1 < 2) go()</script>', { a: 'if (1 < 2) go()' }],
    ['a noscript element', '<noscript><p data-edit="a">1</p></noscript>', { a: '1' }],
    ['a template element', '<template><p data-edit="a">1</p></template>', { a: '1' }],
    [
      'the title and the body',
      '<html><head><title mc:edit="t">Hi</title></head><body data-edit="b"><p>1</p></body></html>',
      {
        t: 'Hi',
        b: '<p>1</p>',
      },
    ],
    ['a table', '<table><tr><td data-edit="a">1<td data-edit="b">2</table>', { a: '1', b: '2' }],
    ['an element that does not belong in a table', '<table><p data-edit="a">1</p><tr><td>2</td></tr></table>', { a: '1' }],
    ['an SVG drawing', '<svg><g data-edit="a"><circle r="1"/></g></svg>', { a: '<circle r="1"/>' }],
    [
      'omitted end tags',
      '<ul><li data-edit="a">1<li data-edit="b">2</ul><p data-edit="c">3<p data-edit="d">4',
      {
        a: '1',
        b: '2',
        c: '3',
        d: '4',
      },
    ],
    ['an unclosed region', '<div><p>0</p><div data-edit="a">1<b>2', { a: '1<b>2' }],
    ['misnested end tags', '<b data-edit="a">1<p data-edit="b">2</b>3</p>', { a: '1<p data-edit="b">2', b: '2</b>3' }],
    ['a truncated tag', '<p data-edit="a">1</p><p data-edit="b', { a: '1' }],
    ['stray end tags', '</p></div><p data-edit="a">1</p></td>', { a: '1' }],
    ['conditional comments', '<!--[if mso]><p data-edit="a">1</p><![endif]--><p data-edit="b">2</p>', { b: '2' }],
  ])('the regions of a template are found in HTML with %s', async (_, html, sections) => {
    expect(await sectionsOf(html)).toEqual(sections)
  })

  test("JavaScript property names such as __proto__ are ordinary names of a template's regions", async () => {
    const { text } = await contentOf('<p data-edit="__proto__">1</p><p data-edit="constructor">2</p><p data-edit="7">3</p>')
    expect(text).toContain('"sections":{"7":"3","__proto__":"1","constructor":"2"}')
  })

  test('a template of ten thousand nested tags is parsed', async () => {
    const sections = await sectionsOf(`${'<div>'.repeat(10_000)}<p data-edit="a">deep</p>${'</div>'.repeat(10_000)}`)
    expect(sections).toEqual({ a: 'deep' })
  })

  test('a template of a megabyte of HTML is parsed', async () => {
    const paragraph = '<p>It all goes, <b>every</b> bit of it.</p>'
    const html = `<div data-edit="a">${paragraph.repeat(24_000)}</div><p data-edit="b">last</p>`
    expect(html.length).toBeGreaterThan(1_000_000)
    const sections = await sectionsOf(html)
    expect(sections.a).toHaveLength(24_000 * paragraph.length)
    expect(sections.b).toBe('last')
  })

  test('nested regions of a template beyond a total size limit are left out', async () => {
    const depth = 3_000
    const html = `${Array.from({ length: depth }, (_, i) => `<div data-edit="${i}">`).join('')}${'x'.repeat(10_000)}`
    const sections: Record<string, string> = await sectionsOf(html)
    expect(sections['0']).toMatch(/^<div data-edit="1">.*x{10000}$/)
    expect(sections[String(depth - 1)]).toBeUndefined()
    const total = Object.entries(sections).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
    expect(total).toBeLessThanOrEqual(16_000_000)
    expect(total).toBeGreaterThan(15_000_000)
  })

  test('entities in a template that expand to millions of elements are parsed only up to a limit', async () => {
    const opened = Array.from({ length: 2_000 }, (_, i) => `<b id=${i}>`).join('')
    const sections = await sectionsOf(`
      <p data-edit="before">1<p data-edit="too">2</p>
      <div data-edit="around">3<p>${opened}${'<p>x'.repeat(4_000)}</div>
      <p data-edit="after">4</p>`)
    expect(sections).toEqual({ before: '1', too: '2' })
  })

  test('getTemplateDefaultContent returns the default content of a built-in template, too', async () => {
    const { call, plant } = mock()
    await plant((tx) => makeTemplate(tx, { id: 5, type: 'base', name: 'T', html: '<p data-edit="a">1</p>' }))
    expect((await call('GET /3.0/templates/5/default-content')).body.sections).toEqual({ a: '1' })
  })

  test('getTemplateDefaultContent supports selecting sections by name', async () => {
    const { call, plant } = mock()
    await plant((tx) => makeTemplate(tx, { id: 5, name: 'T', html: '<p data-edit="a">1</p><p data-edit="b">2</p>' }))
    expect((await call('GET /3.0/templates/5/default-content?fields=sections.b')).body).toEqual({ sections: { b: '2' } })
    expect((await call('GET /3.0/templates/5/default-content?fields=sections&exclude_fields=_links')).body).toMatchObject({
      title: 'Bad Request',
    })
  })
})
