import { expect, test } from 'vitest'
import { readDocument } from './document.ts'

const skeletonOf = (body: string) =>
  readDocument(`<html><body><header><nav>Menu</nav></header>${body}</body></html>`, 'https://shop.example/').skeleton

const article = (content: string) => `<main><article><h1>Title</h1>${content}</article></main>`
const list = (items: number) =>
  `<main><section>${'<div><h2>Bag</h2><div>49 €</div></div>'.repeat(items)}</section><aside>Filter</aside></main>`

test('pages of one template share a skeleton, with any number of items and any text', () => {
  expect(skeletonOf(list(30))).toBe(skeletonOf(list(1)))
  expect(skeletonOf(article('<p>Short</p>'))).toBe(
    skeletonOf(
      article('<div><img src="/a.png"></div><p>Long</p><ul><li>a<li>b</ul><section><div>Code</div></section>'),
    ),
  )
})

test('pages of another template have another skeleton', () => {
  expect(skeletonOf(list(3))).not.toBe(skeletonOf(article('<p>Text</p>')))
  expect(skeletonOf(list(3))).not.toBe(skeletonOf(list(3).replace('Filter', '<form>Filter</form>')))
  const review = article('<p>Text</p><div><div><form>Your review</form></div></div>')
  expect(skeletonOf(article('<p>Text</p>'))).not.toBe(skeletonOf(review))
})

test('ignores the order of elements, templates of scripts and elements that stay open', () => {
  const [main, aside] = ['<main>Text</main>', '<aside>More</aside>']
  const plain = skeletonOf(main + aside)
  expect(skeletonOf(aside + main)).toBe(plain)
  expect(skeletonOf(`<template><form></form></template>${main}</div>${aside}`)).toBe(plain)
  expect(skeletonOf(`<p>Open<p>Open too<main>Text<b></main>${aside}`)).toBe(plain)
})

test('reads a page of many open elements', () => {
  expect(skeletonOf('<div>'.repeat(100_000) + '</main>'.repeat(100_000))).toMatch(/^[0-9a-f]+$/)
})
