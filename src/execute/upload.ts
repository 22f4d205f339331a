import { createHash } from 'node:crypto';
import { FileArgument } from '../core/call.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { failure, type Failure } from './model/failures.ts';
import { writeVariables } from './caller/variables.ts';

/** The parts of a multipart request that contain the files. */
export interface UploadBody {
  /** The variables as JSON, with null in place of files. */
  readonly operations: string;
  readonly contentType: string;
  /** Total size of the files. */
  readonly bytes: number;
  /** Writes the body around the request's JSON. */
  readonly body: (request: string) => Uint8Array;
}

/** A file in the arguments of a call. */
interface UploadedFile {
  /** The path of its variable: `variables.input.cover`, `variables.files.0`. */
  readonly position: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Packs the files in a call's variables; undefined if there are none.
 *
 * They are instances of `FileArgument`, which arguments of upload scalars become. The
 * request is sent by the GraphQL multipart request specification
 * (https://github.com/jaydenseric/graphql-multipart-request-spec).
 *
 * @param maxBytes size limit of a decoded file.
 */
export function planUpload(
  variables: Readonly<Record<string, unknown>>,
  maxBytes: number,
): UploadBody | Failure | undefined {
  const files: UploadedFile[] = [];
  const problem = { message: '' };
  const replaced = extractFiles(variables, 'variables', { files, maxBytes, problem });
  if (problem.message) return failure('BAD_REQUEST', problem.message);
  if (files.length === 0) return undefined;
  return pack(replaced as Record<string, unknown>, files);
}

interface Extraction {
  readonly files: UploadedFile[];
  readonly maxBytes: number;
  readonly problem: { message: string };
}

/** Copies a value with null in place of files, and collects the files. */
function extractFiles(value: unknown, position: string, extraction: Extraction): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => extractFiles(item, `${position}.${index}`, extraction));
  }
  if (!isJsonObject(value)) return value;
  if (value instanceof FileArgument) {
    extractFile(value, position, extraction);
    return null;
  }
  const members = Object.entries(value).map(
    ([key, member]) => [key, extractFiles(member, `${position}.${key}`, extraction)] as const,
  );
  return Object.fromEntries(members);
}

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const mediaType = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+-]+)*$/;

function extractFile(
  value: object,
  position: string,
  { files, maxBytes, problem }: Extraction,
): void {
  const name = position.replace('variables.', '');
  const filename = ownMember(value, 'filename');
  const contentType = ownMember(value, 'contentType') ?? 'application/octet-stream';
  const text = ownMember(value, 'base64');
  const content = typeof text === 'string' ? text.replaceAll(/\s/g, '') : '';
  if (typeof filename !== 'string' || filename === '') {
    problem.message ||= `${name}.filename must be the name of the file.`;
  } else if (typeof contentType !== 'string' || !mediaType.test(contentType)) {
    problem.message ||= `${name}.contentType must be a media type such as "image/png".`;
  } else if (typeof text !== 'string' || !base64.test(content)) {
    problem.message ||= `${name}.base64 must be the content of the file in Base64.`;
  } else if (Math.floor((content.length * 3) / 4) - 2 > maxBytes) {
    problem.message ||= tooLarge(name, maxBytes);
  } else {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > maxBytes) problem.message ||= tooLarge(name, maxBytes);
    files.push({ position, filename, contentType, bytes });
  }
}

function tooLarge(name: string, maxBytes: number): string {
  const limit = maxBytes.toLocaleString('en-US');
  return `${name} is larger than the limit of ${limit} bytes per file. Send a smaller file.`;
}

function pack(variables: Record<string, unknown>, files: readonly UploadedFile[]): UploadBody {
  // a boundary that is a hash of the content cannot occur in it
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  const boundary = `graphql-mcp-gateway-${hash.digest('hex').slice(0, 40)}`;
  const map = Object.fromEntries(files.map(({ position }, index) => [index, [position]]));
  return {
    operations: writeVariables(variables),
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    body(request) {
      const parts: (string | Buffer)[] = [
        field(boundary, 'operations', request),
        field(boundary, 'map', JSON.stringify(map)),
      ];
      for (const [index, file] of files.entries()) {
        parts.push(fileHead(boundary, index, file), file.bytes, '\r\n');
      }
      parts.push(`--${boundary}--\r\n`);
      return Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
      );
    },
  };
}

function field(boundary: string, name: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
}

function fileHead(boundary: string, index: number, file: UploadedFile): string {
  const name = escapeFilename(file.filename);
  return (
    `--${boundary}\r\nContent-Disposition: form-data; name="${index}"; filename="${name}"\r\n` +
    `Content-Type: ${file.contentType}\r\n\r\n`
  );
}

/** Escapes a file name as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
function escapeFilename(filename: string): string {
  return filename.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
