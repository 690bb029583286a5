// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Arrays;

/**
 * The effective user of this process.
 *
 * @param name the name in {@code /etc/passwd}, or the number
 */
record User(String name, boolean isRoot) {
    static User of(SystemFiles system) {
        String number =
                system.lines("proc/self/status").stream()
                        .filter(line -> line.startsWith("Uid:"))
                        .map(line -> line.split("\\s+"))
                        .filter(fields -> fields.length > 2)
                        .map(fields -> fields[2])
                        .findFirst()
                        .orElse("?");
        String name =
                system.lines("etc/passwd").stream()
                        .map(line -> line.split(":"))
                        .filter(fields -> fields.length > 2 && fields[2].equals(number))
                        .flatMap(fields -> Arrays.stream(fields).limit(1))
                        .findFirst()
                        .orElse("user " + number);
        return new User(name, number.equals("0"));
    }
}
