import { readFileSync } from 'node:fs'
import { Linter } from 'eslint'
import { version } from 'react'
import { describe, expect, it } from 'vitest'
import { cutOut } from '../../tools/leanReact/cut.ts'
import { cuts, knownReact } from '../../tools/leanReact/cuts.ts'
import { whyRefused } from '../../tools/leanReact/plugin.ts'

const withoutSpace = (code: string) => code.replaceAll(/\s+/g, '')

describe('what is cut out of React', () => {
  it('is what the installed release is known for', () => expect(version).toBe(knownReact))

  /** The names that a file uses and neither it nor the language declares. */
  const undeclared = (code: string) =>
    new Linter()
      .verify(code, [{ languageOptions: { sourceType: 'commonjs' }, rules: { 'no-undef': 'error' } }])
      .map(({ message }) => message)

  it.each(Object.entries(cuts))('is all met in %s, and nothing that stays needs it', (file, cut) => {
    const code = readFileSync(`node_modules/${file}`, 'utf8')
    const less = cutOut(code, cut)
    expect(less.length).toBeLessThan(code.length)
    expect(undeclared(code)).toEqual(expect.arrayContaining(undeclared(less)))
  })

  it('is refused where a file has nothing of that name', () => {
    expect(() => cutOut('exports.use = 1;', { exports: ['use', 'useForever'] })).toThrow('useForever')
  })

  const fiber = (cases: string) => `switch (fiber.tag) { ${cases} }`

  it.each([
    [
      'a case that ends is gone',
      fiber('case 5: a(); break; case 30: b(); break; case 6: c();'),
      fiber('case 5: a(); break; case 6: c();'),
    ],
    [
      'of one that another falls into, the label',
      fiber('case 5: a(); case 30: b(); break;'),
      fiber('case 5: a(); b(); break;'),
    ],
    ['of several for one thing, the label', fiber('case 30: case 5: a();'), fiber('case 5: a();')],
    [
      'one that falls on into another, all of it',
      fiber('case 5: throw a; case 30: b(); case 6: c();'),
      fiber('case 5: throw a; case 6: c();'),
    ],
    [
      'one behind such a one, nothing that is reached',
      fiber('case 5: a(); case 30: b(); throw d; case 31: c();'),
      fiber('case 5: a(); b(); throw d;'),
    ],
    [
      'a variable that it declares stays its function’s',
      fiber('case 30: var a = 1, b = 2; c(function () { var d; }); break; case 5: b = 3;'),
      fiber('case NaN: var a, b; case 5: b = 3;'),
    ],
    ['other switches stay as they are', 'switch (key) { case 30: a(); }', 'switch (key) { case 30: a(); }'],
    [
      'nothing is of that kind',
      'if (30 === fiber.tag) a(); if (fiber.tag !== 31) b();',
      'if (false) a(); if (true) b();',
    ],
  ])('%s', (_what, code, less) => {
    const all = `${code} 30 === x.tag; 31 === x.tag;`
    expect(withoutSpace(cutOut(all, { kinds: [30, 31] }))).toBe(withoutSpace(`${less} false; false;`))
  })

  it('is an export, a hook, a field, an object that is never made, an answer, a question and what a function did', () => {
    const code = `
      exports.kept = 1; exports.gone = 2;
      var hooks = { useKept: kept, useGone: gone, last: 1 };
      shared.old = 1; other.old = 2; shared.calls = { gone: gone, kept: kept }; other.calls = { gone: gone };
      Unmade.prototype.call = function () {}; var one = new Unmade();
      if (isHoisted(type, props)) hoist(); else make();
      begins = !0; begins ? move(begin()) : make();
      function wait(state, time) { for (const one of state) { exports.gone = one; } return start(state); }
      wait(one, now());`
    const less = cutOut(code, {
      exports: ['gone'],
      hooks: ['useGone'],
      fields: { shared: ['old'], 'shared.calls': ['gone'] },
      unmade: ['Unmade'],
      answers: { isHoisted: 'false' },
      neverTrue: ['begins'],
      bodies: { wait: 'null' },
    })
    expect(withoutSpace(less)).toBe(
      withoutSpace(`
      exports.kept = 1;
      var hooks = { useKept: kept, last: 1 };
      other.old = 2; shared.calls = { kept: kept }; other.calls = { gone: gone };
      var one = null;
      if ((false)) hoist(); else make();
      !0; false ? move(begin()) : make();
      function wait(state, time) { return null; }
      wait(one, now());`),
    )
  })

  it('is refused where what was a function is one no more', () => {
    expect(() => cutOut('var wait = 1; function other() {}', { bodies: { wait: 'null' } })).toThrow('wait')
  })
})

describe('a build that asks React for what is left out', () => {
  const jsx = 'import { jsx, Fragment } from "react/jsx-runtime";'

  it.each([
    ['by name', 'import { use, Activity } from "react";', 'imports Activity of React'],
    ['of its renderer', 'import { preload as fetchAhead } from "react-dom";', 'imports preload of React'],
    [
      'by a name of its renderer that is a hook',
      'import { useFormState } from "react-dom";',
      'imports useFormState of React',
    ],
    [
      'to place a part elsewhere in the document',
      'import { createPortal } from "react-dom";',
      'imports createPortal of React',
    ],
    ['for a reducer', 'import { useReducer, useState } from "react";', 'imports useReducer of React'],
    ['for its strict mode', 'import { StrictMode } from "react";', 'imports StrictMode of React'],
    ['through the compiler', 'import { c as memo } from "react/compiler-runtime";', 'imports c of React'],
    ['among all of it', 'import * as R from "react"; R.Children.map(a, b);', 'reads Children of React'],
    [
      'in a library of the older kind',
      'var R = require("react"); R.useActionState(a);',
      'reads useActionState of React',
    ],
    ['with a tag of the head', `${jsx} jsx("title", { children: "a" });`, 'makes <title>'],
    ['with one of its own', `${jsx} jsx("my-ring", {});`, 'makes <my-ring>'],
    ['with a script to be hoisted', `${jsx} jsx("script", { async: true, src: "a.js" });`, 'makes <script>'],
    ['with a fragment that is referred to', `${jsx} jsx(Fragment, { ref: a });`, 'gives a fragment a ref'],
  ])('is refused: %s', (_how, code, reason) => expect(whyRefused(code, 'page.js')).toBe(reason))

  it.each([
    'import { use, useState, Suspense } from "react";',
    'import { flushSync } from "react-dom";',
    `${jsx} jsx(Fragment, { children: [] }); jsx("h1", { ref: a }); jsx("script", { type: "application/json" });`,
    'document.createElement("link"); router.preload(); list.Children;',
  ])('is not, where it asks for what is there: %s', (code) =>
    expect(whyRefused(code, 'page.js')).toBeUndefined(),
  )
})
