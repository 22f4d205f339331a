import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { callerSdl, serveByCaller } from '../support/caller-api.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';
import { closeLater } from '../support/servers.ts';
import { publicUrl, startIssuer } from '../support/token-issuer.ts';

const planted = 'PLANTED';
const client = { clientId: 'gw', clientSecret: `${planted}-client-secret` };

it('keeps tokens, claims and secrets out of answers, errors, health and logs', async () => {
  const issuer = await startIssuer();
  const { log, warnings, errors } = keepingLog();
  const gateway = await createGateway({
    schema: buildSchema(callerSdl),
    // the API refuses everybody
    endpoint: await serveByCaller(() => undefined),
    inlineOperations: [
      'query me { me { id } }',
      'query admin @mcpTool(scopes: ["admin"]) { me { id } }',
      'query bound($n: Boolean @mcpParam(fromClaim: "note")) { me { id @include(if: $n) secret } }',
    ],
    headers: { 'x-tenant': '${claim:tenant}', 'x-key': `${planted}-key` },
    accessToken: { exchange: { ...client, tokenUrl: `${issuer.url}/token` } },
    log,
    server: { publicUrl },
    auth: {
      tokens: [{ token: `${planted}-static`, subject: `${planted}-subject` }],
      issuers: [{ issuer: issuer.url }],
    },
  });
  closeLater(() => gateway.close());
  const send = async (path: string, init = {}) =>
    gateway.fetch(new Request(`http://127.0.0.1${path}`, init));
  const claims = { tenant: `${planted}-tenant`, note: `${planted}-note`, sub: `${planted}-sub` };
  const tokens = [
    await issuer.sign(claims),
    await issuer.sign({ ...claims, tenant: { id: planted } }),
    await issuer.sign({ ...claims, tenant: `${planted}\n` }),
    await issuer.sign({ ...claims, aud: `${planted}-audience` }),
    await issuer.sign({ ...claims, iss: `https://${planted}.example` }),
    await issuer.sign({ ...claims, exp: 1 }),
    await issuer.sign({ ...claims, scope: 7 }, { kid: `${planted}-kid` }),
    `${planted}-static`,
    `${planted}-unknown`,
    `${planted} malformed`,
  ];
  const answers: unknown[] = [];
  const callAll = async () => {
    for (const token of tokens) {
      for (const name of ['me', 'admin', 'bound', 'none']) {
        const { status, headers, json } = await post(send, modern('tools/call', { name }), {
          ...modernHeaders('tools/call', name),
          authorization: `Bearer ${token}`,
        });
        answers.push([status, [...headers], json]);
      }
    }
    answers.push(await (await send('/health')).json());
  };
  issuer.answer = ({ form }) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: form.get('subject_token') },
  });
  await callAll();
  issuer.answer = ({ form }) => ({ body: { error: form.get('subject_token') } });
  await callAll();
  issuer.answer = () => ({ body: { access_token: `${planted}-exchanged`, token_type: 'Bearer' } });
  await callAll();
  issuer.isDown = true;
  await callAll();
  expect(answers).toHaveLength(4 * (tokens.length * 4 + 1));
  expect(warnings.length).toBeGreaterThan(0);
  const seen = JSON.stringify([answers, warnings, errors]);
  expect(seen).not.toContain(planted);
  for (const token of tokens) {
    const parts = token.split('.').filter((part) => part.length > 20);
    for (const part of parts) expect(seen).not.toContain(part);
  }
});
