import { changeKinds } from '../../src/check/severity.ts';

/** The page of the contract, with the table of verdicts that the code has. */
export function contractPage(): string {
  const rows = Object.entries(changeKinds).map(
    ([code, { severity, title, reason }]) => `| \`${code}\` | ${severity} | ${title} | ${reason} |`,
  );
  return [
    text,
    '| code | verdict | what happened | why |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const text = `# The contract

Agents and prompts depend on the names and schemas of tools. \`tools.lock.json\` holds the tools as
they were reviewed: names, descriptions, annotations, both schemas, a hash of each operation.
Commit it; \`check\` compares what the sources make now with it.

\`\`\`sh
graphql-mcp-gateway check --update             # writes the lock
graphql-mcp-gateway check                      # fails when a change breaks agents
graphql-mcp-gateway check --against main       # compares with a git revision
graphql-mcp-gateway check --explain            # ties each change to what made it
graphql-mcp-gateway check --format markdown=report.md --format github
\`\`\`

A breaking change is shown with a witness: a call that worked before and is refused now, or an answer
that the old schema refuses. \`--fail-on breaking|dangerous|any|never\` says what fails;
[the command line](cli.md) lists the other options and the exit codes.

\`serve --locked\` serves only tools that the lock holds, and that changed in nothing that is breaking
or dangerous. At a start it names what it refused and serves the rest; a reload that brings something
the lock does not allow is refused as a whole.

\`graphql-mcp-gateway types\` writes TypeScript declarations of every tool's arguments and result.

## Verdicts

_breaking_: a call that worked may now be refused, or an answer may come that nobody was told of.
_dangerous_: every call works as before, but a choice made by what is read may come out otherwise.
_safe_: neither.
`;
