// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.stream.Stream;
import net.bytebuddy.description.ByteCodeElement;
import net.bytebuddy.description.ModifierReviewable;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;

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

    /**
     * Returns whether the type has the member, declared or inherited, and accessible.
     *
     * @param samePackage whether the referring class is in the owner's package
     */
    boolean isFoundIn(TypeDescription type, boolean samePackage) {
        if (name.isEmpty()) return true;
        return isDeclaredIn(type, samePackage || Linkage.isOurs(owner))
                || isInheritedBy(type, samePackage);
    }

    private boolean isInheritedBy(TypeDescription type, boolean samePackage) {
        TypeDefinition parent = type.getSuperClass();
        return (parent != null && isFoundIn(parent.asErasure(), samePackage))
                || type.getInterfaces().stream()
                        .anyMatch(each -> isFoundIn(each.asErasure(), samePackage));
    }

    private boolean isDeclaredIn(TypeDescription type, boolean samePackage) {
        return Stream.concat(type.getDeclaredMethods().stream(), type.getDeclaredFields().stream())
                .anyMatch(member -> isSame(member) && isUsable(type, member, samePackage));
    }

    private boolean isSame(ByteCodeElement member) {
        return member.getInternalName().equals(name) && member.getDescriptor().equals(descriptor);
    }

    private static boolean isUsable(
            TypeDescription type, ModifierReviewable.OfByteCodeElement member, boolean near) {
        boolean ours = Linkage.isOurs(type.getInternalName());
        return ours || member.isPublic() || (near && !member.isPrivate());
    }

    @Override
    public String toString() {
        String type = owner.replace('/', '.');
        return name.isEmpty() ? type : type + "." + name + descriptor;
    }
}
