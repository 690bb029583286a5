// SPDX-License-Identifier: Apache-2.0

//! Prints the mutations that cqlite-core, a reader that shares no code with Firesteel or Cassandra,
//! finds in segment files.
//!
//! ```text
//! segments [--schema FILE] DIRECTORY
//! ```
//!
//! It reads each `CommitLog-*.log` of the directory, in the order of their names, and prints lines
//! of words:
//!
//! ```text
//! mutation SEGMENT POSITION BYTES SHA256 TABLE... [more]
//! row SEGMENT POSITION TABLE KEY [COLUMN=VALUE]...
//! end SEGMENT clean|truncated MUTATIONS
//! ```
//!
//! * POSITION is the end of the entry in the file, as Cassandra counts.
//! * BYTES and SHA256 are those of the mutation.
//! * TABLE is `keyspace.table` if the schema has it, and an identifier otherwise.
//! * `more`: the library cannot reach all tables of the mutation.
//! * KEY and VALUE are in hexadecimal. A deleted or empty value is `-`.
//! * There are rows only where the library decodes all rows of a partition.
//!
//! Each line of FILE is a column: identifier of the table, keyspace, table, kind (as in
//! system_schema.columns), name and type, separated by tabs.
//!
//! The exit code is 1 if the library refuses a file, or anything in it. Standard error has the
//! reason.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use cqlite_core::storage::commitlog::frame::{FrameStep, FrameWalker};
use cqlite_core::storage::commitlog::mutation::decode_mutation;
use cqlite_core::storage::commitlog::{
    format_table_id, parse_table_id, ColumnSpec, CommitLogReader, CommitLogSchema, DecodedCell,
    Mutation, SchemaSet,
};
use sha2::{Digest, Sha256};

/// Bytes of an entry behind the mutation: a checksum.
const SUFFIX: usize = 4;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let mut schemas = SchemaSet::new();
    if words.len() == 3 && words[0] == "--schema" {
        schemas = read_schema(Path::new(&words[1])).unwrap_or_else(|e| fail(&words[1], &*e));
        words.drain(..2);
    }
    if words.len() != 1 {
        eprintln!("usage: segments [--schema FILE] DIRECTORY");
        process::exit(2);
    }
    let files = segments(Path::new(&words[0])).unwrap_or_else(|e| fail(&words[0], &*e));
    let mut exit_code = 0;
    for file in files {
        if let Err(e) = read(&file, &schemas) {
            eprintln!("{}: {e}", file.display());
            exit_code = 1;
        }
    }
    process::exit(exit_code);
}

fn fail(path: &str, error: &dyn std::error::Error) -> ! {
    eprintln!("{path}: {error}");
    process::exit(2);
}

fn read_schema(file: &Path) -> Outcome<SchemaSet> {
    let mut schemas = HashMap::new();
    for line in fs::read_to_string(file)?.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let [id, keyspace, table, kind, column, type_name] = words[..] else {
            return Err(format!("not a column: {line}").into());
        };
        let id = parse_table_id(id).ok_or("not an identifier of a table")?;
        let schema = schemas.entry(id).or_insert_with(|| CommitLogSchema {
            keyspace: keyspace.into(),
            table: table.into(),
            partition_key: vec![],
            clustering: vec![],
            columns: vec![],
        });
        let columns = match kind {
            "partition_key" => &mut schema.partition_key,
            "clustering" => &mut schema.clustering,
            _ => &mut schema.columns,
        };
        columns.push(ColumnSpec::new(column, type_name));
    }
    Ok(schemas)
}

fn segments(directory: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("CommitLog-") && name.ends_with(".log") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path, schemas: &SchemaSet) -> Outcome<()> {
    // Opened as a user of the library would, so that it can refuse the file.
    let reader = CommitLogReader::open_with_schemas(file, schemas.clone())?;
    let segment = reader.descriptor().id;
    let mut decoded = reader.mutations();
    // The walk below these mutations: the library itself gives no positions, and no bytes.
    let content = fs::read(file)?;
    let mut frames = FrameWalker::new(&content, segment, reader.descriptor().header_len);
    let mut count = 0;
    loop {
        match frames.next_frame()? {
            FrameStep::Record(body) => {
                let end = body.as_ptr() as usize - content.as_ptr() as usize + body.len() + SUFFIX;
                let mutation = decoded.next().ok_or("fewer mutations than frames")??;
                if mutation != decode_mutation(body, schemas)? {
                    return Err(format!("another mutation than in the frame before {end}").into());
                }
                print(segment, end, body, &mutation, schemas);
                count += 1;
            }
            step => {
                if let Some(more) = decoded.next() {
                    return Err(format!("more mutations than frames: {more:?}").into());
                }
                let is_truncated = matches!(step, FrameStep::Truncated);
                let how = if is_truncated { "truncated" } else { "clean" };
                println!("end {segment} {how} {count}");
                return Ok(());
            }
        }
    }
}

fn print(segment: i64, end: usize, body: &[u8], mutation: &Mutation, schemas: &SchemaSet) {
    let mut line = format!(
        "mutation {segment} {end} {} {:x}",
        body.len(),
        Sha256::digest(body)
    );
    for update in &mutation.updates {
        line += &format!(" {}", name(&update.table_id, schemas));
    }
    if !mutation.updates_complete {
        line += " more";
    }
    println!("{line}");
    for update in &mutation.updates {
        let table = name(&update.table_id, schemas);
        for row in &update.rows {
            let cells: String = row.cells.iter().map(cell).collect();
            println!(
                "row {segment} {end} {table} {}{cells}",
                hex(&update.partition_key)
            );
        }
    }
}

fn name(table: &[u8; 16], schemas: &SchemaSet) -> String {
    match schemas.get(table) {
        Some(schema) => format!("{}.{}", schema.keyspace, schema.table),
        None => format_table_id(table),
    }
}

fn cell(cell: &DecodedCell) -> String {
    let value = cell.value.as_deref().map_or("-".into(), hex);
    format!(" {}={value}", cell.column)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
