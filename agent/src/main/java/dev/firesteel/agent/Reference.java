// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

/**
 * A reference to a class, method or field in a class file.
 *
 * @param owner the internal name of the class
 * @param name of the member; empty for the class itself
 * @param descriptor of the member; empty for the class itself
 */
record Reference(String owner, String name, String descriptor) {
    static Reference toClass(String owner) {
        return new Reference(owner, "", "");
    }

    @Override
    public String toString() {
        String type = owner.replace('/', '.');
        return name.isEmpty() ? type : type + "." + name + descriptor;
    }
}
