import { describe, expect, it } from 'vitest';
import { importTargetOf } from '../../src/load/files/parse-document.ts';

describe('importTargetOf', () => {
  it.each([
    ['import "./a.graphql"', './a.graphql'],
    [" import './a.graphql';", './a.graphql'],
    ['  import   "a b.graphql"  ', 'a b.graphql'],
    [' import A, B from "../a.graphql"', '../a.graphql'],
    [' import Query.* from "a.graphql"', 'a.graphql'],
  ])('reads #%s', (comment, target) => {
    expect(importTargetOf(comment)).toBe(target);
  });

  it.each([
    ' imports the "best" films',
    ' import "a.graphql" and more',
    ' import a.graphql',
    ' import "a.graphql\'',
    ' import ""',
    ` import ${' '.repeat(100_000)}`,
  ])('ignores the comment #%s', (comment) => {
    expect(importTargetOf(comment)).toBeUndefined();
  });
});
